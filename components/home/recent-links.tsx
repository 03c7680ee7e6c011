'use client';

import { ArrowRightIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { CopyShareLink } from '@/components/share/list/copy-share-link';
import { shareState, stateTones, useLifeText } from '@/components/share/list/share-state';
import { useNow } from '@/components/share/use-limits';
import { Dotted } from '@/components/ui/dotted';
import { Link } from '@/components/ui/link';
import { Status } from '@/components/ui/status-dot';
import { useListTitle } from '@/lib/client/use-list-title';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

type RecentLinksProps = { items: readonly ShareListItem[]; nowMs: number };

export function RecentLinks({ items, nowMs }: RecentLinksProps) {
  const t = useTranslations('home');
  const now = useNow(nowMs);
  return (
    <section aria-labelledby="recent">
      <div className="flex items-center justify-between gap-4">
        <h2 id="recent" className="text-sm font-medium">
          {t('recent')}
        </h2>
        <Link
          href={paths.shares}
          className="-mr-2 inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          {t('all')}
          <ArrowRightIcon aria-hidden className="size-4" />
        </Link>
      </div>
      <ul aria-labelledby="recent">
        {items.map((item) => (
          <RecentLink key={item.id} item={item} now={now} />
        ))}
      </ul>
    </section>
  );
}

function RecentLink({ item, now }: { item: ShareListItem; now: number }) {
  const t = useTranslations('share.list');
  const titleOf = useListTitle();
  const { life, viewed } = useLifeText()(item, now);
  const state = shareState(item);
  return (
    <li className="relative flex min-h-14 items-center gap-2 border-t border-line hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent">
      <div className="min-w-0 flex-1 py-2 pl-2">
        <Link
          href={paths.share(item.id)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none"
        >
          {titleOf(item)}
        </Link>
        <span className="mt-0.5 block text-xs text-muted tabular-nums">
          <Dotted>
            <Status tone={stateTones[state]} label={t(`state.${state}`)} />
            {life || null}
            {viewed || null}
          </Dotted>
        </span>
      </div>
      <span className="relative z-1">
        <CopyShareLink item={item} />
      </span>
    </li>
  );
}

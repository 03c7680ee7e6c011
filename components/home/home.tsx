import { ArrowRightIcon, BookOpenIcon, FolderIcon, InboxIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NoAddress } from '@/components/mail/no-address';
import { ShareTable } from '@/components/share/list/share-table';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import type { FirstStep } from '@/lib/domain/first-steps';
import { paths } from '@/lib/paths';
import { DropToShare } from './drop-to-share';
import { FirstSteps } from './first-steps';
import { Shortcut, ShortcutAnchor } from './shortcut';
import { Tile } from './tile';

type HomeProps = {
  login: string;
  recent: readonly ShareListItem[];
  total: { shares: number; size: number; aliases: number };
  nowMs: number;
  /** Deliveries may arrive, but no mail address is known to notify. */
  isUnreachable: boolean;
  /** Null for users who are no admin or have hidden the steps. */
  stepsLeft: readonly FirstStep[] | null;
};

export function Home({ login, recent, total, nowMs, isUnreachable, stepsLeft }: HomeProps) {
  const t = useTranslations('home');
  const sizeText = useBytes();
  const hasShares = recent.length > 0;
  return (
    <>
      <PageHeader title={t('hello', { login })} />
      {stepsLeft && <FirstSteps left={stepsLeft} />}
      {isUnreachable && !stepsLeft && <NoAddress />}
      <DropToShare />
      <div className="grid gap-4 sm:grid-cols-2">
        <Tile
          isFirst
          icon="share"
          href={paths.newShare}
          title={hasShares ? t('share') : t('first')}
          text={t('shareText')}
          textTouch={t('shareTextTouch')}
        />
        <Tile icon="receive" href={paths.newAlias} title={t('receive')} text={t('receiveText')} />
      </div>
      <div className="mt-4 grid gap-x-4 sm:grid-cols-3">
        <Shortcut
          icon={<FolderIcon aria-hidden />}
          href={paths.shares}
          title={t('shares')}
          text={t('stock', { count: total.shares, size: sizeText(total.size) })}
        />
        <Shortcut
          icon={<InboxIcon aria-hidden />}
          href={paths.aliases}
          title={t('aliases')}
          text={t('aliasStock', { count: total.aliases })}
        />
        <ShortcutAnchor
          icon={<BookOpenIcon aria-hidden />}
          href={paths.documentation}
          title={t('documentation')}
          text={t('documentationText')}
        />
      </div>
      {hasShares && <RecentShares items={recent} nowMs={nowMs} />}
    </>
  );
}

function RecentShares({ items, nowMs }: { items: readonly ShareListItem[]; nowMs: number }) {
  const t = useTranslations('home');
  return (
    <section aria-labelledby="recent" className="mt-10">
      <div className="mb-2 flex items-center justify-between gap-4">
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
      <ShareTable items={items} label={t('recent')} nowMs={nowMs} />
    </section>
  );
}

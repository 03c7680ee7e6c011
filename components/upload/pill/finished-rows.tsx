'use client';

import { XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { recentQuery } from '@/components/list/list-queries';
import { arrivalsEveryMs, LatestArrival } from '@/components/share/list/latest-arrival';
import { IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { fragmentOf } from '@/lib/client/sealed/share-keys';
import { type FinishedShare, finishedShares } from '@/lib/client/upload/active-uploads';
import { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

/** They are the newest, so that one question asks for all of them. */
export function FinishedRows({ finished }: { finished: readonly FinishedShare[] }) {
  const { data } = useCall(share.search, recentQuery, { everyMs: arrivalsEveryMs });
  return finished.map((one) => (
    <FinishedRow
      key={one.shareId}
      finished={one}
      latest={data?.items.find(({ id }) => id === one.shareId)?.latest ?? null}
    />
  ));
}

type FinishedRowProps = { finished: FinishedShare; latest: ShareListItem['latest'] };

function FinishedRow({ finished, latest }: FinishedRowProps) {
  const t = useTranslations('nav.uploads');
  const tFiles = useTranslations('files');
  const { baseUrl } = useAppConfig();
  const { shareId, name, linkId, recipientCount: count } = finished;
  return (
    <div className="flex items-center gap-1 py-1 pr-1.5">
      <Link
        href={paths.share(shareId)}
        onClick={() => finishedShares.remove(finished)}
        className="min-w-0 flex-1 py-1 pl-4 -outline-offset-2"
      >
        <span className="block truncate font-medium">{name ?? t('unnamed')}</span>{' '}
        <span role="status" className="block text-xs text-muted">
          {latest ? (
            <LatestArrival latest={latest} now={Date.now()} />
          ) : count > 0 ? (
            t('sent', { count })
          ) : (
            t('ready')
          )}
        </span>
      </Link>
      {count === 0 && (
        <CopyButton
          tone="ghost"
          text={`${baseUrl}${paths.open(linkId)}${fragmentOf(shareId)}`}
          label={t('copy')}
          copiedLabel={tFiles('copied')}
          failedLabel={tFiles('copyFailed')}
        />
      )}
      <IconButton label={t('hide')} onClick={() => finishedShares.remove(finished)}>
        <XIcon aria-hidden />
      </IconButton>
    </div>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useMoment } from '@/components/share/link/use-moment';
import type { LatestArrival as Latest } from '@/lib/contract/share/share-shapes';

/** A list asks as often for what is new in it, while it is looked at. */
export const arrivalsEveryMs = 30_000;

/** Tells in one line who opened or downloaded a share last. Names are cut before what they did. */
export function LatestArrival({ latest, now }: { latest: Latest; now: number }) {
  const text = useLatestText(latest, now);
  const { address } = latest;
  if (address === null)
    return <span className="block truncate tabular-nums first-letter:uppercase">{text}</span>;
  const [name] = address.split('@');
  return (
    <span className="flex min-w-0 tabular-nums">
      <span className="sr-only">{address} </span>
      <span aria-hidden className="min-w-8 truncate font-medium">
        {name}
      </span>
      <span aria-hidden className="mr-1 font-medium">
        @…
      </span>
      <span className="min-w-0 shrink-[0.2] truncate">{text}</span>
    </span>
  );
}

function useLatestText({ opened, downloaded, hasAll }: Latest, now: number): string {
  const t = useTranslations('arrival');
  const momentOf = useMoment(now);
  const { at } = momentOf(downloaded ?? opened);
  if (downloaded === null) return t('opened', { at });
  return hasAll ? t('downloadedAll', { at }) : t('downloaded', { at, count: 1 });
}

'use client';

import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { usePeriod } from '@/components/share/use-limits';
import { shareReloads, type usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { PublishState } from '@/lib/domain/publish';

type EndedHintProps = {
  detail: ShareDetail;
  state: PublishState;
  publishing: ReturnType<typeof usePublish>;
};

export function EndedHint({ detail, state, publishing }: EndedHintProps) {
  const t = useTranslations('share.detail.ended');
  const periodOf = usePeriod();
  const raise = useSend(share.setMaxViews, shareReloads);
  const isExpired = state === 'expired';
  const raiseDownloads = useSend(share.setMaxDownloads, shareReloads);
  const { publishInfo, maxDownloads } = detail;
  const downloads = publishInfo?.downloads ?? 0;
  const isTaken = maxDownloads !== null && downloads >= maxDownloads;
  const more = isTaken
    ? Math.max(10, Math.min(maxDownloads, 100))
    : Math.max(10, Math.min(detail.maxViews, 100));

  return (
    <div className="mb-4 rounded-control bg-warn/12 p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-pretty">
          {isExpired
            ? t('expired', { period: periodOf(detail.validity) })
            : t(isTaken ? 'downloadsUsedUp' : 'usedUp')}
        </p>
        {isExpired ? (
          <Button pending={publishing.isPending} onClick={() => publishing.publish(true)}>
            {t('publishAgain')}
          </Button>
        ) : isTaken ? (
          <Button
            pending={raiseDownloads.isPending}
            onClick={() =>
              raiseDownloads.mutate({ params: { id: detail.id }, body: { value: downloads + more } })
            }
          >
            {t('moreDownloads', { count: more })}
          </Button>
        ) : (
          <Button
            pending={raise.isPending}
            onClick={() =>
              raise.mutate({
                params: { id: detail.id },
                body: { value: Math.max(detail.maxViews, detail.publishInfo?.views ?? 0) + more },
              })
            }
          >
            {t('moreViews', { count: more })}
          </Button>
        )}
      </div>
      <FailureBanner error={publishing.error ?? raise.error ?? raiseDownloads.error} className="mt-3" />
    </div>
  );
}

import { DownloadIcon, SheetIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { round } from '@/lib/contract/alias/round';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';

type RoundDownloadsProps = { aliasId: string; roundId: string; onLeave: () => void };

/** All that has come as one ZIP, and the board as a table. Plain links, which outlive the page. */
export function RoundDownloads({ aliasId, roundId, onLeave }: RoundDownloadsProps) {
  const t = useTranslations('request.round');
  const received = useTranslations('deliveries');
  const zip = useTranslations('files.zip');
  const sizeText = useShortBytes();
  const { zipMaxSize } = useAppConfig();
  const { data, error } = useCall(round.files, { params: { id: aliasId }, query: { round: roundId } });
  const addressOf = (path: string) => `${fillPath(path, { id: aliasId })}?round=${roundId}`;
  const sizes = { size: sizeText(data?.size ?? 0), max: sizeText(zipMaxSize) };
  const isTooLarge = data !== undefined && data.size > zipMaxSize;
  return (
    <section
      aria-label={t('download')}
      className="order-last flex w-full max-w-xl flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      <FailureBanner error={error} />
      {!data && !error && <SkeletonRows rows={2} label={received('loading')} />}
      {data?.files === 0 && <p className="text-sm text-muted">{t('noFiles')}</p>}
      {data && data.sealed > 0 && (
        <p className="text-sm text-pretty text-muted">{t('sealed', { count: data.sealed })}</p>
      )}
      {data && data.checking > 0 && (
        <p className="text-sm text-muted">{received('checking', { count: data.checking })}</p>
      )}
      {isTooLarge && zipMaxSize > 0 && (
        <p className="text-sm text-pretty text-muted">{t('tooLarge', sizes)}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {data && data.files > 0 && !isTooLarge && (
          <ButtonAnchor tone="quiet" href={addressOf(otherBytePaths.roundZip)} download>
            <DownloadIcon aria-hidden />
            {zip('all', sizes)}
          </ButtonAnchor>
        )}
        <ButtonAnchor tone="quiet" href={addressOf(otherBytePaths.roundTable)} download>
          <SheetIcon aria-hidden />
          {received('csv')}
        </ButtonAnchor>
        <div className="ml-auto">
          <Button tone="ghost" onClick={onLeave}>
            {t('close')}
          </Button>
        </div>
      </div>
    </section>
  );
}

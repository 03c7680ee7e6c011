import { useFormatter, useTranslations } from 'next-intl';
import type { ActivityItem } from '@/lib/contract/activity/activity';
import { moment } from '@/lib/domain/time/moment';
import { DownloadLine } from './download-line';
import { useActivityWords } from './use-activity-words';

/** A visit with what was taken in it, or something that was done. */
export function ActivityRow({ item }: { item: ActivityItem }) {
  const t = useTranslations('share.activity');
  const format = useFormatter();
  const words = useActivityWords();
  const { downloads, moreDownloads } = item;
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-2 md:px-0">
        <span className="font-medium">{words.titleOf(item)}</span>
        <span className="min-w-0 flex-1 text-muted wrap-anywhere">{words.factsOf(item).join(' · ')}</span>
        <time dateTime={new Date(item.at).toISOString()} className="text-muted tabular-nums">
          {format.dateTime(item.at, moment('medium'))}
        </time>
      </div>
      {downloads.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5 pl-5">
          {downloads.map((one) => (
            <DownloadLine key={`${one.kind} ${one.file} ${one.shown}`} download={one} />
          ))}
          {moreDownloads && <li className="text-muted">{t('moreDownloads')}</li>}
        </ul>
      )}
    </li>
  );
}

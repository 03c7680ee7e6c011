import { useFormatter, useTranslations } from 'next-intl';
import type { ActivityDownload, ActivityItem } from '@/lib/contract/activity/activity';
import { dateTimeFormat, timeFormat } from '@/lib/domain/time/moment';
import { useActivityWords } from './use-activity-words';

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
          {format.dateTime(item.at, dateTimeFormat('medium'))}
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

function DownloadLine({ download }: { download: ActivityDownload }) {
  const t = useTranslations('share.activity');
  const format = useFormatter();
  const { kind, name, shown, whole, times, at } = download;
  const facts = [
    t(shown ? 'viewed' : 'downloaded'),
    ...(whole || shown ? [] : [t('partly')]),
    ...(times > 1 ? [t('times', { count: times })] : []),
  ];
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-muted">
      <span className="text-ink wrap-anywhere">{kind === 'zip' ? t('zip') : (name ?? t('deletedFile'))}</span>
      <span>
        {facts.join(' · ')} · <span className="tabular-nums">{format.dateTime(at, timeFormat)}</span>
      </span>
    </li>
  );
}

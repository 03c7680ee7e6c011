import { useFormatter, useTranslations } from 'next-intl';
import type { ActivityDownload } from '@/lib/contract/activity/activity';
import { clock } from '@/lib/domain/time/moment';

/** One file or ZIP: how it was taken, how far and how often, and when the last time. */
export function DownloadLine({ download }: { download: ActivityDownload }) {
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
        {facts.join(' · ')} · <span className="tabular-nums">{format.dateTime(at, clock)}</span>
      </span>
    </li>
  );
}

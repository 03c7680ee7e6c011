'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCallPages } from '@/lib/client/call/use-call-pages';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import {
  type ActivityDownload,
  type ActivityField,
  type ActivityItem,
  activity,
  activityFields,
  activityInput,
  activityKinds,
} from '@/lib/contract/activity';
import { dateTimeFormat, timeFormat } from '@/lib/domain/time/moment';
import { NotificationSwitches } from './notification-switches';

type ActivityPanelProps = { shareId: string; isOwn: boolean };

export function ActivityPanel({ shareId, isOwn }: ActivityPanelProps) {
  const t = useTranslations('share.activity');
  const search = useCallPages(activity.ofShare, activityInput(shareId), {
    isLast: (pages) => !pages.at(-1)?.hasMore,
  });
  const pages = search.data?.pages;
  const items = pages?.flatMap((page) => page.items);
  return (
    <>
      {isOwn && <NotificationSwitches shareId={shareId} />}
      <ListFailure error={search.error} onRetry={search.refetch} />
      {pages && <p className="mb-2 text-sm text-muted">{t('total', { count: pages[0]?.downloads ?? 0 })}</p>}
      {items && items.length > 0 && (
        <ol aria-label={t('title')} className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <ActivityRow key={item.id} item={item} />
          ))}
        </ol>
      )}
      {items?.length === 0 && <p className="text-sm text-muted">{t('empty')}</p>}
      {!items && !search.error && <SkeletonRows rows={4} label={t('loading')} />}
      <ListMore search={{ ...search, isStale: search.isPlaceholderData }} />
    </>
  );
}

function ActivityRow({ item }: { item: ActivityItem }) {
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

/** Describes an activity. Kinds and fields of a newer version are displayed by their raw names. */
function useActivityWords() {
  const t = useTranslations('share.activity');
  const detail = useTranslations('share.detail');
  const program = useTranslations('session');
  const format = useFormatter();
  const sizeText = useShortBytes();

  const fieldNames: Record<ActivityField, () => string> = {
    name: () => detail('fields.name'),
    description: () => detail('note.title'),
    validity: () => detail('fields.validity'),
    until: () => detail('fields.until'),
    maxViews: () => detail('fields.maxViews'),
    maxDownloads: () => detail('fields.maxDownloads'),
    password: () => detail('fields.password'),
    cover: () => detail('cover.title'),
    files: () => detail('facts.files'),
    recipients: () => detail('people.title'),
  };
  const titleOf = ({ kind: name, field: changed }: ActivityItem): string => {
    const kind = activityKinds.find((known) => known === name);
    const field = activityFields.find((known) => known === changed);
    if (kind === 'changed' && field) return t('changedField', { field: fieldNames[field]() });
    return kind ? t(`kind.${kind}`) : name;
  };

  const programOf = ({ browser, system }: ActivityItem) =>
    browser && system ? program('name', { browser, system }) : (browser ?? system);
  const receiversOf = ({ receivers, receiverCount }: ActivityItem) =>
    receivers.length > 0 ? t('to', { list: receivers.join(', ') }) : t('toSome', { count: receiverCount });

  const factsOf = (item: ActivityItem): string[] => {
    const { kind, by, recipient, until, files, size, address } = item;
    const facts = [
      recipient,
      kind === 'mailed' && receiversOf(item),
      files !== null && detail('summary', { count: files, size: sizeText(size ?? 0) }),
      until !== null && t('until', { date: format.dateTime(until, dateTimeFormat('medium')) }),
      by !== null && t('by', { name: by }),
      address,
      programOf(item),
    ];
    return facts.filter((fact) => typeof fact === 'string');
  };
  return { titleOf, factsOf };
}

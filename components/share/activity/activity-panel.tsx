'use client';

import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCallPages } from '@/lib/client/call/use-call';
import { activity } from '@/lib/contract/activity/activity';
import { ActivityRow } from './activity-row';
import { NotificationSwitches } from './notification-switches';

type ActivityPanelProps = { shareId: string; isOwn: boolean };

export function ActivityPanel({ shareId, isOwn }: ActivityPanelProps) {
  const t = useTranslations('share.activity');
  const input = { params: { id: shareId }, query: { pageSize: 50 } };
  const search = useCallPages(activity.ofShare, input, { isLast: (pages) => !pages.at(-1)?.hasMore });
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

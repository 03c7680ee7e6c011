import { useFormatter, useTranslations } from 'next-intl';
import { useTimeLeft } from '@/components/share/use-limits';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';

type ShareState =
  | 'blocked'
  | 'draft'
  | 'withdrawn'
  | 'received'
  | 'incomplete'
  | 'live'
  | 'expired'
  | 'usedUp';

export function shareState({
  published,
  withdrawn,
  usedUp,
  incomplete,
  aliasInfo,
  blocked,
}: Pick<
  ShareListItem,
  'published' | 'withdrawn' | 'usedUp' | 'incomplete' | 'aliasInfo' | 'blocked'
>): ShareState {
  if (blocked) return 'blocked';
  if (published === null && incomplete > 0) return 'incomplete';
  if (published === null && aliasInfo) return 'received';
  if (published === null) return withdrawn ? 'withdrawn' : 'draft';
  if (!published) return 'expired';
  return usedUp ? 'usedUp' : 'live';
}

export const stateTones = {
  blocked: 'ended',
  draft: 'draft',
  withdrawn: 'draft',
  received: 'draft',
  incomplete: 'ended',
  live: 'live',
  expired: 'ended',
  usedUp: 'ended',
} as const;

type LifeText = { life: string; viewed: string };

export function useLifeText(): (item: ShareListItem, now: number) => LifeText {
  const t = useTranslations('share.list.life');
  const list = useTranslations('share.list');
  const format = useFormatter();
  const timeLeft = useTimeLeft();
  const allowed = ({ viewsLimited, maxViews }: ShareListItem) =>
    viewsLimited ? list('upToViews', { count: maxViews }) : list('anyViews');
  const viewedText = ({ viewsLimited, views, maxViews }: ShareListItem) =>
    viewsLimited ? t('views', { views: format.number(views), max: maxViews }) : t('viewsAny', { views });
  return (item, now) => {
    const { incomplete: missing, files, endsAt } = item;
    const state = shareState(item);
    if (['received', 'blocked'].includes(state)) return { life: '', viewed: '' };
    if (missing > 0) return { life: t('missing', { missing, count: files }), viewed: '' };
    if (state === 'draft' || endsAt === null) return { life: '', viewed: allowed(item) };
    if (state === 'expired') return { life: timeLeft(endsAt, now), viewed: '' };
    const viewed = viewedText(item);
    if (state === 'usedUp') return { life: '', viewed };
    return { life: timeLeft(endsAt, now), viewed };
  };
}

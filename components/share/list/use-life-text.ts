import { useFormatter, useTranslations } from 'next-intl';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { largestUnit } from '@/lib/domain/time/largest-unit';
import { useTimeTo } from '../link/use-period';
import { shareState } from '../share-state';

/** What there is to say about a share beside its state: how long and how often it can be opened, or what is missing. */
export function useLifeText(): (item: ShareListItem, now: number) => string {
  const t = useTranslations('share.list.life');
  const list = useTranslations('share.list');
  const period = useTranslations('validity');
  const format = useFormatter();
  const timeTo = useTimeTo();
  const allowed = ({ viewsLimited, maxViews }: ShareListItem) =>
    viewsLimited ? list('upToViews', { count: maxViews }) : list('anyViews');
  const viewedText = ({ viewsLimited, views, maxViews }: ShareListItem) =>
    viewsLimited ? t('views', { views: format.number(views), max: maxViews }) : t('viewsAny', { views });
  return (item, now) => {
    const { incomplete: missing, files, endsAt } = item;
    const state = shareState(item);
    if (missing > 0) return t('missing', { missing, count: files });
    if (state === 'received') return '';
    if (state === 'draft' || endsAt === null) return allowed(item);
    if (state === 'expired') return timeTo(endsAt, now);
    const viewed = viewedText(item);
    if (state === 'usedUp') return viewed;
    const { unit, amount } = largestUnit(endsAt - now);
    return `${t('left', { time: period(unit, { amount }) })} · ${viewed}`;
  };
}

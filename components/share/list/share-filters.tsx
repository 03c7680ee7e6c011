import { useTranslations } from 'next-intl';
import { ListFilters } from '@/components/list/list-filters';
import { shareFilters } from '@/lib/domain/share-filter';
import { paths } from '@/lib/paths';
import { type ShareView, shareViewSearch } from './share-search';

/** What the list of shares can be narrowed down to. */
export function ShareFilters({ view }: { view: ShareView }) {
  const t = useTranslations('share.list.filter');
  const filters = (['', ...shareFilters] as const).map((state) => ({
    key: state,
    label: state === '' ? t('all') : t(`by.${state}`),
    search: shareViewSearch({ ...view, state }),
    isChosen: state === view.state,
  }));
  return <ListFilters label={t('label')} path={paths.shares} filters={filters} />;
}

import { useFormatter, useTranslations } from 'next-intl';
import { Pager } from '@/components/ui/pager';
import { accountPageSize } from './account-view';
import type { AccountSearch } from './use-account-search';

export function AccountPager({ search, onTurn }: { search: AccountSearch; onTurn: (page: number) => void }) {
  const t = useTranslations('account.list');
  const format = useFormatter();
  const { view, pages, total = 0 } = search;
  if (pages < 2) return null;
  const first = (view.page - 1) * accountPageSize + 1;
  const last = Math.min(view.page * accountPageSize, total);
  return (
    <Pager
      label={t('pages')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      page={view.page}
      pages={pages}
      onPageChange={onTurn}
    >
      {t('range', { first: format.number(first), last: format.number(last), total: format.number(total) })}
    </Pager>
  );
}

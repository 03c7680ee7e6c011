import { useFormatter, useTranslations } from 'next-intl';
import { Dotted } from '@/components/ui/dotted';
import { Row, RowLink, rowActCell } from '@/components/ui/row';
import { Status } from '@/components/ui/status-dot';
import { Cell, type CellLayout, rowLook, rowsLook, SortHeader, tableLook } from '@/components/ui/table';
import { useBytes } from '@/lib/client/content/use-bytes';
import { type AccountDetail, type AccountSort, accountSorts } from '@/lib/contract/account/account';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import type { AccountView } from './account-view';
import { useSourceName } from './use-source-name';
import { useUsageTexts } from './use-usage-texts';

type AccountTableProps = {
  items: readonly AccountDetail[];
  view: AccountView;
  isStale: boolean;
  onSort: (sort: AccountSort) => void;
};

export function AccountTable({ items, view, isStale, onSort }: AccountTableProps) {
  const t = useTranslations('account.list');
  return (
    <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
      <thead className="max-sm:hidden [&_th]:border-b [&_th]:border-line">
        <tr>
          {accountSorts.map((sort) => (
            <SortHeader
              key={sort}
              {...accountColumns[sort]}
              order={view.sort === sort ? view.order : null}
              onSort={() => onSort(sort)}
            >
              {t(`column.${sort}`)}
            </SortHeader>
          ))}
        </tr>
      </thead>
      <tbody className={rowsLook}>
        {items.map((item) => (
          <AccountRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

/** Alignment of each column, and the screen width from which it is displayed. */
const accountColumns: Record<AccountSort, CellLayout> = {
  login: { isFirst: true },
  source: { from: 'lg' },
  state: { from: 'sm' },
  shares: { from: 'sm', align: 'right' },
  space: { from: 'md', align: 'right' },
  aliases: { from: 'md', align: 'right' },
  admin: { from: 'md' },
  loginCount: { from: 'lg', align: 'right' },
  lastLogin: { from: 'sm', align: 'right' },
  created: { from: 'lg', align: 'right' },
};

const statusTones = { Active: 'live', Disabled: 'ended', Pending: 'draft' } as const;

function AccountRow({ item }: { item: AccountDetail }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const sourceName = useSourceName();
  const sizeText = useBytes();
  const usage = useUsageTexts(item.usage);
  const { state, leavesAt, admin, shares, aliases, loginCount, lastLogin, created } = item;
  const date = (millis: number) => format.dateTime(millis, { dateStyle: 'medium' });
  const exact = (millis: number) => format.dateTime(millis, dateTimeFormat('full'));
  const status = (
    <Status
      tone={statusTones[state]}
      label={leavesAt === null ? t(`state.${state}`) : t('state.leaving', { date: date(leavesAt) })}
    />
  );
  const seen = lastLogin === null ? t('never') : date(lastLogin);
  return (
    <Row className={rowLook}>
      <td className={`w-full max-w-0 py-2 pl-2 ${rowActCell}`}>
        <span className="flex">
          <RowLink href={paths.account(item.id)}>{item.login}</RowLink>
        </span>
        <span className="mt-0.5 block text-xs text-muted tabular-nums sm:hidden">
          <Dotted>
            {status}
            {admin && t('admin')}
            {t('shareCount', { count: shares })}
            {sizeText(item.usage.bytes)}
            {lastLogin === null ? t('neverSignedIn') : t('lastSignedIn', { date: seen })}
          </Dotted>
        </span>
      </td>
      <Cell {...accountColumns.source}>{sourceName(item.source)}</Cell>
      <Cell {...accountColumns.state}>{status}</Cell>
      <Cell {...accountColumns.shares}>{format.number(shares)}</Cell>
      <Cell {...accountColumns.space} title={usage.both}>
        {sizeText(item.usage.bytes)}
      </Cell>
      <Cell {...accountColumns.aliases}>{format.number(aliases)}</Cell>
      <Cell {...accountColumns.admin}>{admin ? t('admin') : '–'}</Cell>
      <Cell {...accountColumns.loginCount}>{format.number(loginCount)}</Cell>
      <Cell {...accountColumns.lastLogin} title={lastLogin === null ? undefined : exact(lastLogin)}>
        {seen}
      </Cell>
      <Cell {...accountColumns.created} title={exact(created)}>
        {date(created)}
      </Cell>
    </Row>
  );
}

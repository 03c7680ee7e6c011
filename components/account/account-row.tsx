import { useFormatter, useTranslations } from 'next-intl';
import { Cell } from '@/components/ui/cell';
import { Dotted } from '@/components/ui/dotted';
import { Link } from '@/components/ui/link';
import { Row, rowAct, rowActCell, rowActLook } from '@/components/ui/row';
import { Status } from '@/components/ui/status-dot';
import { rowLinkLook, rowLook } from '@/components/ui/table-look';
import { useUsageTexts } from '@/components/usage/use-usage-texts';
import type { AccountDetail } from '@/lib/contract/account';
import { moment } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import { places } from './account-places';
import { useSourceName } from './use-source-name';

const dots = { Active: 'live', Disabled: 'ended' } as const;

/** An account among others; the whole row is its link. On phones the facts are under the login. */
export function AccountRow({ item }: { item: AccountDetail }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const sourceName = useSourceName();
  const usage = useUsageTexts(item.usage);
  const { state, admin, shares, aliases, loginCount, lastLogin, created } = item;
  const date = (millis: number) => format.dateTime(millis, { dateStyle: 'medium' });
  const exact = (millis: number) => format.dateTime(millis, moment('full'));
  const status = <Status tone={dots[state]} label={t(`state.${state}`)} />;
  const seen = lastLogin === null ? t('never') : date(lastLogin);
  return (
    <Row className={rowLook}>
      <td className={`w-full max-w-0 py-2 pl-2 ${rowActCell}`}>
        <span className="flex">
          <Link {...rowAct} href={paths.account(item.id)} className={`${rowLinkLook} ${rowActLook}`}>
            {item.login}
          </Link>
        </span>
        <span className="mt-0.5 block text-xs text-muted tabular-nums sm:hidden">
          <Dotted>
            {status}
            {admin && t('admin')}
            {t('shareCount', { count: shares })}
            {lastLogin === null ? t('neverSignedIn') : t('lastSignedIn', { date: seen })}
          </Dotted>
        </span>
      </td>
      <Cell {...places.source}>{sourceName(item.source)}</Cell>
      <Cell {...places.state}>{status}</Cell>
      <Cell {...places.shares} title={usage.both}>
        {format.number(shares)}
      </Cell>
      <Cell {...places.aliases}>{format.number(aliases)}</Cell>
      <Cell {...places.admin}>{admin ? t('admin') : '–'}</Cell>
      <Cell {...places.loginCount}>{format.number(loginCount)}</Cell>
      <Cell {...places.lastLogin} title={lastLogin === null ? undefined : exact(lastLogin)}>
        {seen}
      </Cell>
      <Cell {...places.created} title={exact(created)}>
        {date(created)}
      </Cell>
    </Row>
  );
}

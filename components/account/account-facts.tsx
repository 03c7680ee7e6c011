import { useFormatter, useTranslations } from 'next-intl';
import { useUsageTexts } from '@/components/usage/use-usage-texts';
import type { AccountDetail } from '@/lib/contract/account';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { useSourceName } from './use-source-name';

export function AccountFacts({ detail }: { detail: AccountDetail }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const sourceName = useSourceName();
  const date = (millis: number) => format.dateTime(millis, dateTimeFormat('medium'));
  const usage = useUsageTexts(detail.usage);
  const { id, source, shares, aliases, loginCount, lastLogin, created } = detail;

  const facts = [
    [t('list.column.source'), sourceName(source)],
    [t('list.column.shares'), format.number(shares)],
    [t('list.column.aliases'), format.number(aliases)],
    [t('usedSpace'), usage.space],
    [t('usedFiles'), usage.files],
    [t('list.column.loginCount'), format.number(loginCount)],
    [t('list.column.lastLogin'), lastLogin === null ? t('never') : date(lastLogin)],
    [t('list.column.created'), date(created)],
  ];
  return (
    <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-y border-line px-2 py-4 text-sm">
      <div className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-muted">{t('id')}</dt>
        <dd className="min-w-0 text-right font-mono text-xs/5 break-all">{id}</dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

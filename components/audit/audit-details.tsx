import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { AuditItem } from '@/lib/contract/audit';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { useAuditWords } from './use-audit-words';

export function AuditDetails({ item }: { item: AuditItem }) {
  const t = useTranslations('audit');
  const format = useFormatter();
  const words = useAuditWords();
  const facts: [name: string, value: string | null][] = [
    [t('detail.at'), format.dateTime(item.at, dateTimeFormat('full', 'long'))],
    [t('detail.role'), words.roleOf(item)],
    [t('address'), item.address],
    [t('type.file'), item.objectName],
    [t('detail.actorId'), item.actorId],
    [t('detail.objectId'), item.objectId],
    [t('detail.shareId'), item.shareId === item.objectId ? null : item.shareId],
    [t('detail.requestId'), item.requestId],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1 rounded-card bg-sunken px-4 py-3 text-sm">
      {facts.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}
      {Object.entries(item.details).map(([name, value]) => (
        <Fact key={name} name={<code className="text-xs">{name}</code>} value={String(value)} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: ReactNode; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}

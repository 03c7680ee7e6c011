import { useFormatter, useTranslations } from 'next-intl';
import type { AuditItem } from '@/lib/contract/audit';
import { useAuditWords } from './use-audit-words';

/** Everything that was written down, for those who search further with it. */
export function AuditDetails({ item }: { item: AuditItem }) {
  const t = useTranslations('audit');
  const format = useFormatter();
  const words = useAuditWords();
  const facts: [name: string, value: string | null][] = [
    [t('detail.at'), format.dateTime(item.at, { dateStyle: 'full', timeStyle: 'long' })],
    [t('detail.role'), words.roleOf(item)],
    [t('address'), item.address],
    [t('detail.actorId'), item.actorId],
    [t('detail.objectId'), item.objectId],
    [t('detail.shareId'), item.shareId === item.objectId ? null : item.shareId],
    [t('detail.requestId'), item.requestId],
    ...Object.entries(item.details).map(([name, value]): [string, string] => [name, String(value)]),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 rounded-card bg-sunken px-4 py-3 text-sm">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

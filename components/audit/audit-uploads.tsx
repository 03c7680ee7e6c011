import { useFormatter } from 'next-intl';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { AuditDetails } from './audit-details';
import type { AuditGroup } from './audit-groups';
import { useAuditWords } from './use-audit-words';

export function AuditUploads({ group }: { group: AuditGroup }) {
  const format = useFormatter();
  const words = useAuditWords();
  return (
    <ul className="divide-y divide-line rounded-card bg-sunken text-sm">
      {group.map((item) => (
        <li key={item.id}>
          <details>
            <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 px-4 py-2 -outline-offset-2">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{words.objectOf(item)}</span>
              <span className="text-muted">{words.eventOf(item)}</span>
              <span className="text-muted tabular-nums">
                {format.dateTime(item.at, dateTimeFormat('medium', 'medium'))}
              </span>
            </summary>
            <AuditDetails item={item} />
          </details>
        </li>
      ))}
    </ul>
  );
}

'use client';

import { ChevronRightIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Row, rowAct, rowActCell, rowActLook } from '@/components/ui/row';
import { Status, type StatusTone } from '@/components/ui/status-dot';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { AuditDetails } from './audit-details';
import { type AuditGroup, filesOf } from './audit-groups';
import { AuditUploads } from './audit-uploads';
import { useAuditWords } from './use-audit-words';

const tones: Record<string, StatusTone> = { ok: 'live', partial: 'draft' };
const cell = 'hidden pr-6 text-sm text-muted md:table-cell';

export function AuditRow({ group }: { group: AuditGroup }) {
  const [item] = group;
  const t = useTranslations('audit');
  const format = useFormatter();
  const words = useAuditWords();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { name, object } = useGroupWords(group);
  const who = words.actorOf(item);
  const status = <Status tone={tones[item.outcome] ?? 'ended'} label={words.outcomeOf(item)} />;
  const time = format.dateTime(item.at, dateTimeFormat('medium', 'medium'));
  return (
    <>
      <Row className="h-12 [&>td]:border-t [&>td]:border-line">
        <td className={`w-full max-w-0 py-2 pr-6 md:w-auto md:max-w-none md:py-0 ${rowActCell}`}>
          <span className="flex items-center gap-2 text-sm">
            <button
              {...rowAct}
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              aria-label={t('detailsOf', { event: name })}
              onClick={() => setOpen(!isOpen)}
              className={`flex min-w-0 items-center gap-2 pl-2 text-left font-medium ${rowActLook}`}
            >
              <ChevronRightIcon
                aria-hidden
                className={`size-4 shrink-0 text-faint transition-transform duration-100 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
              />
              {name}
            </button>
            <span className="min-w-16 flex-1 truncate text-muted md:hidden">{object}</span>
          </span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 pl-8 text-xs text-muted tabular-nums md:hidden">
            {status} <span aria-hidden>·</span> <span className="wrap-anywhere">{who}</span>
            <span aria-hidden>·</span> {time}
          </span>
        </td>
        <td className={cell}>{status}</td>
        <td className={`${cell} truncate`}>{who}</td>
        <td className={`${cell} truncate`}>{object}</td>
        <td className="hidden truncate pr-6 text-sm text-muted tabular-nums lg:table-cell">{item.address}</td>
        <td className="hidden pr-2 text-right text-sm whitespace-nowrap text-muted tabular-nums md:table-cell">
          {time}
        </td>
      </Row>
      {isOpen && (
        <tr id={detailsId}>
          <td colSpan={6} className="pt-1 pb-4 pl-8">
            {group.length > 1 ? <AuditUploads group={group} /> : <AuditDetails item={item} />}
          </td>
        </tr>
      )}
    </>
  );
}

function useGroupWords(group: AuditGroup): { name: string; object: string } {
  const t = useTranslations('audit');
  const ofFiles = useTranslations('files');
  const words = useAuditWords();
  const [item] = group;
  if (group.length === 1) return { name: words.eventOf(item), object: words.objectOf(item) };
  const { count, name } = filesOf(group);
  return {
    name: t('uploads', { count }),
    object: name === null ? words.objectOf(item) : ofFiles('ofFiles', { name, count: count - 1 }),
  };
}

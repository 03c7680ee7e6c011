'use client';

import { ChevronRightIcon } from 'lucide-react';
import type { Route } from 'next';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Link } from '@/components/ui/link';
import { Row, rowAct, rowActCell, rowActLook } from '@/components/ui/row';
import { Status, type StatusTone } from '@/components/ui/status-dot';
import type { AuditItem } from '@/lib/contract/admin/audit';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import { type AuditGroup, filesOf } from './audit-groups';
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

function AuditUploads({ group }: { group: AuditGroup }) {
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

function AuditDetails({ item }: { item: AuditItem }) {
  const t = useTranslations('audit');
  const format = useFormatter();
  const words = useAuditWords();
  const facts: [name: string, value: ReactNode][] = [
    [t('detail.at'), format.dateTime(item.at, dateTimeFormat('full', 'long'))],
    [t('detail.role'), words.roleOf(item)],
    [t('address'), item.address],
    [t('type.file'), item.objectName],
    [t('detail.actorId'), linkTo(item.actorId, paths.account)],
    [t('detail.objectId'), objectLink(item)],
    [t('detail.shareId'), item.shareId === item.objectId ? null : linkTo(item.shareId, overseenShare)],
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

/** A list, because the log outlives what it names. */
const overseenShare = (id: string) => `${paths.overseenShares}?q=${id}` as Route;

function objectLink({ objectType, objectId }: AuditItem): ReactNode {
  if (objectType === 'account') return linkTo(objectId, paths.account);
  return objectType === 'share' ? linkTo(objectId, overseenShare) : objectId;
}

const linkTo = (id: string | null, path: (id: string) => Route): ReactNode =>
  id && (
    <Link href={path(id)} className="underline underline-offset-4">
      {id}
    </Link>
  );

function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}

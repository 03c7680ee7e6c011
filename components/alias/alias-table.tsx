'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { usePeriod } from '@/components/share/use-limits';
import { CopyButton } from '@/components/ui/copy-button';
import { Row, RowLink, rowActCell } from '@/components/ui/row';
import { Status } from '@/components/ui/status-dot';
import { rowHeight, rowLook, rowsLook } from '@/components/ui/table';
import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session/session';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

type AliasTableProps = {
  items: readonly AliasDetail[];
  isStale: boolean;
};

const fromTablet = 'hidden pl-6 font-normal whitespace-nowrap sm:table-cell';
const fromDesktop = 'hidden pl-6 font-normal whitespace-nowrap md:table-cell';

export function AliasTable({ items, isStale }: AliasTableProps) {
  const t = useTranslations('alias.list');
  return (
    <table
      aria-label={t('title')}
      aria-busy={isStale}
      className="w-full border-separate border-spacing-0 border-b border-line transition-colors duration-100 aria-busy:border-accent max-sm:border-t"
    >
      <thead className="text-left text-xs text-muted max-sm:sr-only">
        <tr className="h-9 [&>*]:border-b [&>*]:border-line">
          <th scope="col" className="font-normal sm:pl-2">
            {t('name')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('enabled')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('owner')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('validity')}
          </th>
          <th scope="col" className={fromDesktop}>
            {t('members')}
          </th>
          <th scope="col" className={`${fromDesktop} text-right`}>
            {t('created')}
          </th>
          <td aria-hidden className={fromDesktop} />
          <td />
        </tr>
      </thead>
      <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
        {(item) => <AliasRow key={item.id} item={item} />}
      </LongRows>
    </table>
  );
}

function AliasRow({ item }: { item: AliasDetail }) {
  const t = useTranslations('alias.list');
  const format = useFormatter();
  const periodOf = usePeriod();
  const isOwner = useViewer()?.id === item.ownerId;
  const state = { tone: item.enabled ? 'live' : 'draft', label: t(item.enabled ? 'on' : 'off') } as const;
  const members = item.members.items.map(({ login }) => login).join(', ');
  return (
    <Row className={rowLook}>
      <td className={`w-full max-w-0 py-2 pl-2 ${rowActCell}`}>
        <RowLink href={paths.alias(item.id)} aria-label={t(isOwner ? 'edit' : 'view', { name: item.name })}>
          {item.name}
        </RowLink>
        <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-muted sm:hidden">
          <Status {...state} />
          <span aria-hidden>·</span>
          <span className="truncate">{item.owner}</span>
          <span aria-hidden>·</span>
          <span className="whitespace-nowrap">{periodOf(item.validity)}</span>
        </span>
      </td>
      <td className="hidden pl-6 text-sm text-muted sm:table-cell">
        <Status {...state} />
      </td>
      <td className="hidden max-w-32 truncate pl-6 text-sm text-muted sm:table-cell" title={item.owner}>
        {item.owner}
      </td>
      <td className="hidden pl-6 text-sm whitespace-nowrap text-muted tabular-nums sm:table-cell">
        {periodOf(item.validity)}
      </td>
      <td className="hidden max-w-40 truncate pl-6 text-sm text-muted md:table-cell" title={members}>
        {members || '–'}
      </td>
      <td
        className="hidden pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums md:table-cell"
        title={format.dateTime(item.created, dateTimeFormat('full'))}
      >
        {format.dateTime(item.created, { dateStyle: 'medium' })}
      </td>
      <td aria-hidden className="hidden pl-6 text-right text-sm whitespace-nowrap text-muted md:table-cell">
        {t(isOwner ? 'editShort' : 'viewShort')}
      </td>
      <td className="py-1 pl-3">
        <CopyLink item={item} />
      </td>
    </Row>
  );
}

/** Lies above the row's own link. */
function CopyLink({ item }: { item: AliasDetail }) {
  const t = useTranslations('alias.list');
  const { baseUrl } = useAppConfig();
  return (
    <span className="relative z-1">
      <CopyButton
        iconOnly
        text={`${baseUrl}${paths.inbox(item.id, item.keyFingerprint)}`}
        label={t('copy', { name: item.name })}
        copiedLabel={t('copied')}
        failedLabel={t('copyFailed')}
      />
    </span>
  );
}

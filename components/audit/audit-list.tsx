'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader, ListMore } from '@/components/list/list-page';
import { LinkHint } from '@/components/oversight/link-hint';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useListView } from '@/lib/client/use-list-view';
import {
  type AuditEventName,
  audit,
  auditGroupNames,
  auditGroups,
  auditMaxTotal,
  auditOutcomes,
} from '@/lib/contract/admin/audit';
import {
  type AuditFilters,
  auditSearchInput,
  auditUrlSearch,
  noFilters,
  parseAuditFilters,
} from './audit-search';
import { AuditTable } from './audit-table';
import { useAuditWords } from './use-audit-words';

export function AuditList() {
  const t = useTranslations('audit');
  const found = useTranslations('list');
  const search = useAuditSearch();
  const { filters, setFilters, isNarrowed, items, total, error, isStale } = search;
  if (!isNarrowed && total === 0 && !isStale && !error) {
    return <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')} />;
  }
  const isCut = total !== undefined && total >= auditMaxTotal;
  const count = total ?? 0;
  const lead = isNarrowed && !isCut ? found('found', { count }) : t(isCut ? 'leadMany' : 'lead', { count });
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={total !== undefined && lead}
        search={{ label: t('search'), value: filters.q, onValueChange: (q) => setFilters({ ...filters, q }) }}
      />
      <AuditFilterBar filters={filters} onChange={setFilters} isNarrowed={isNarrowed} />
      <LinkHint q={search.query} />
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && <AuditTable items={items} label={t('title')} isStale={isStale} />}
      {items?.length === 0 && (
        <Empty title={t('noneTitle')}>
          <Button tone="quiet" onClick={() => setFilters(noFilters)}>
            {t('filter.clear')}
          </Button>
        </Empty>
      )}
      {!items && !error && <SkeletonRows rows={8} label={t('loading')} />}
      <ListMore search={search} />
    </>
  );
}

type AuditFilterBarProps = {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
  isNarrowed: boolean;
};

function AuditFilterBar({ filters, onChange, isNarrowed }: AuditFilterBarProps) {
  const t = useTranslations('audit.filter');
  const words = useAuditWords();
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change });
  const { group } = filters;
  const groups = auditGroupNames.map((name) => ({ value: name, label: words.group(name) }));
  const ofGroup: readonly AuditEventName[] = group ? auditGroups[group] : [];
  const events = ofGroup.map((event) => ({ value: event, label: words.event(event) }));
  const outcomes = auditOutcomes.map((outcome) => ({ value: outcome, label: words.outcome(outcome) }));
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <div className="min-w-0 sm:w-48">
        <Field label={t('group')}>
          <Select
            options={[{ value: '', label: t('anyEvent') }, ...groups]}
            value={group}
            onValueChange={(name) => set({ group: name, event: '' })}
          />
        </Field>
      </div>
      <div className="min-w-0 sm:w-48">
        <Field label={t('event')}>
          <Select
            disabled={group === ''}
            options={[{ value: '', label: t('anyEvent') }, ...events]}
            value={filters.event}
            onValueChange={(event) => set({ event })}
          />
        </Field>
      </div>
      <div className="min-w-0 sm:w-32">
        <Field label={t('outcome')}>
          <Select
            options={[{ value: '', label: t('anyOutcome') }, ...outcomes]}
            value={filters.outcome}
            onValueChange={(outcome) => set({ outcome })}
          />
        </Field>
      </div>
      <DayField label={t('from')} value={filters.from} max={filters.to} onChange={(from) => set({ from })} />
      <DayField label={t('to')} value={filters.to} min={filters.from} onChange={(to) => set({ to })} />
      {isNarrowed && (
        <div className="col-span-2">
          <Button tone="ghost" onClick={() => onChange(noFilters)}>
            {t('clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

function DayField({ label, value, min = '', max = '', onChange }: DayFieldProps) {
  return (
    <div className="min-w-0 sm:w-36">
      <Field label={label}>
        <Input type="date" value={value} min={min} max={max} onValueChange={(day) => onChange(day)} />
      </Field>
    </div>
  );
}

function useAuditSearch() {
  const timeZone = useTimeZone() ?? 'UTC';
  const { view, debounced, search, setView, isTyping } = useListView(parseAuditFilters, auditUrlSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(
    audit.search,
    auditSearchInput(debounced, timeZone),
    {
      isLast: untilTotal(({ total }) => total),
    },
  );
  return {
    ...rest,
    filters: view,
    query: debounced.q,
    setFilters: setView,
    isNarrowed: search !== '',
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}

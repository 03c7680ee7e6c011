'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { auditEvents, auditOutcomes } from '@/lib/contract/audit';
import { type AuditFilters, noFilters } from './audit-search';
import { useAuditWords } from './use-audit-words';

type AuditFilterBarProps = {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
  isNarrowed: boolean;
};

export function AuditFilterBar({ filters, onChange, isNarrowed }: AuditFilterBarProps) {
  const t = useTranslations('audit.filter');
  const words = useAuditWords();
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change });
  const events = auditEvents.map((event) => ({ value: event, label: words.event(event) }));
  const outcomes = auditOutcomes.map((outcome) => ({ value: outcome, label: words.outcome(outcome) }));
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <div className="min-w-0 sm:w-60">
        <Field label={t('event')}>
          <Select
            options={[{ value: '', label: t('anyEvent') }, ...events]}
            value={filters.event}
            onValueChange={(event) => set({ event })}
          />
        </Field>
      </div>
      <div className="min-w-0 sm:w-44">
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
    <div className="min-w-0 sm:w-40">
      <Field label={label}>
        <Input type="date" value={value} min={min} max={max} onValueChange={(day) => onChange(day)} />
      </Field>
    </div>
  );
}

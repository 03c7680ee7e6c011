'use client';

import { useTranslations } from 'next-intl';
import { usePeriod } from '@/components/share/use-limits';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MarkedLabel } from '@/components/ui/form/marked-label';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { validityOptionsFor } from '@/lib/domain/time/validity';

type FieldProps<T> = { value: T; error: string | undefined; onChange: (value: T) => void };

export function NameField({ value, error, onChange }: FieldProps<string>) {
  const t = useTranslations('alias.form');
  return (
    <Field
      label={<MarkedLabel isRequired text={t('name')} mark={t('required')} />}
      hint={t('nameHint')}
      error={error}
    >
      <Input
        required
        maxLength={255}
        autoComplete="off"
        placeholder={t('namePlaceholder')}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  );
}

export function IdField({ value, isNew, error, onChange }: FieldProps<string> & { isNew: boolean }) {
  const t = useTranslations('alias.form');
  return (
    <Field label={t(isNew ? 'idNew' : 'id')} hint={t(isNew ? 'idNewHint' : 'idHint')} error={error}>
      <Input tone="code" maxLength={400} value={value} onValueChange={onChange} />
    </Field>
  );
}

/** @param presentMs the present validity, offered even when it is not a usual choice */
export function ValidityField({
  value,
  presentMs,
  error,
  onChange,
}: FieldProps<number> & { presentMs: number }) {
  const t = useTranslations('alias.form');
  const periodOf = usePeriod();
  const { maxValidity } = useAppConfig();
  const { choices } = validityOptionsFor(presentMs, maxValidity);
  return (
    <Field label={t('validity')} hint={t('validityHint')} error={error}>
      <Select
        value={String(value)}
        onValueChange={(ms) => onChange(Number(ms))}
        options={choices.map((ms) => ({ value: String(ms), label: periodOf(ms) }))}
      />
    </Field>
  );
}

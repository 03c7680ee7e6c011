'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { MultiCombobox } from '@/components/ui/form/multi-combobox';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useDebounced } from '@/lib/client/use-debounced';
import { account } from '@/lib/contract/account';
import { maxSearchChars } from '@/lib/domain/limits';

export type Heir = { value: string; label: string };

type HeirFieldProps = {
  id: string;
  heir: Heir | null;
  onChange: (heir: Heir | null) => void;
};

export function HeirField({ id, heir, onChange }: HeirFieldProps) {
  const t = useTranslations('account.delete');
  const members = useTranslations('alias.members');
  const failureText = useFailureText();
  const [q, setQ] = useState('');
  const { data, error } = useCall(account.search, {
    query: { q: useDebounced(q.trim(), 200), pageSize: 20 },
  });
  const usable = (data?.items ?? []).filter((other) => other.id !== id && other.state === 'Active');
  return (
    <Field label={t('heir')} hint={t('heirHint')} error={error ? failureText(error) : undefined}>
      <MultiCombobox
        value={heir ? [heir] : []}
        onValueChange={(choices) => onChange(choices.at(-1) ?? null)}
        query={q}
        onQueryChange={setQ}
        maxQueryLength={maxSearchChars}
        options={usable.map(({ id: value, login: label }) => ({ value, label }))}
        placeholder={heir ? '' : members('placeholder')}
        emptyText={members('none')}
        removeLabel={(login) => members('remove', { login })}
      />
    </Field>
  );
}

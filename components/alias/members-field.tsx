'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MultiCombobox } from '@/components/ui/form/combobox';
import { Field } from '@/components/ui/form/field';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useDebounced } from '@/lib/client/use-debounced';
import { alias } from '@/lib/contract/alias/alias';
import { maxSearchChars } from '@/lib/domain/limits';
import { type AliasMember, selectableMembers } from './alias-rules';

type MembersFieldProps = {
  value: readonly AliasMember[];
  error: string | undefined;
  onChange: (members: AliasMember[]) => void;
};

const choiceOf = ({ id, login }: AliasMember) => ({ value: id, label: login });

export function MembersField({ value, error, onChange }: MembersFieldProps) {
  const t = useTranslations('alias.members');
  const failureText = useFailureText();
  const [q, setQ] = useState('');
  const { data, error: failure } = useCall(alias.members, { query: { q: useDebounced(q.trim(), 200) } });
  const options = selectableMembers(data?.items ?? [], value, q);
  return (
    <Field label={t('label')} hint={t('hint')} error={error ?? (failure ? failureText(failure) : undefined)}>
      <MultiCombobox
        value={value.map(choiceOf)}
        onValueChange={(choices) => onChange(choices.map(({ value: id, label: login }) => ({ id, login })))}
        query={q}
        onQueryChange={setQ}
        maxQueryLength={maxSearchChars}
        options={options.map(choiceOf)}
        placeholder={t(value.length > 0 ? 'more' : 'placeholder')}
        emptyText={t('none')}
        removeLabel={(login) => t('remove', { login })}
      />
    </Field>
  );
}

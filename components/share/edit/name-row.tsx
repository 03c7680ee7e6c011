'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { shareReloads } from '@/components/share/use-share';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { EditableRow, type PropertyRowProps } from './editable-row';
import { FieldForm } from './field-form';

export function NameRow({ isEditing, onEdit, ...form }: PropertyRowProps) {
  const t = useTranslations('share.detail.fields');
  const { name } = form.detail;
  return (
    <EditableRow
      label={t('name')}
      value={name ?? <span className="font-normal text-muted">{t('noName')}</span>}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <NameForm {...form} />
    </EditableRow>
  );
}

/** An empty field removes the name. */
function NameForm({ detail, onLeave }: Pick<PropertyRowProps, 'detail' | 'onLeave'>) {
  const t = useTranslations('share.detail.fields');
  const [name, setName] = useState(detail.name ?? '');
  const [was, setWas] = useState(detail.name);
  const set = useSend(share.setName, shareReloads);
  const clear = useSend(share.clearName, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const params = { id: detail.id };
  const value = name.trim();

  const save = async (read: string | null) => {
    clear.reset();
    if (value === '') await clear.mutateAsync({ params, query: { was: read ?? '' } });
    else await set.mutateAsync({ params, body: { value, was: read } });
    onLeave();
  };
  return (
    <FieldForm
      isPending={set.isPending || clear.isPending}
      onSave={() => save(was).catch(() => undefined)}
      onLeave={onLeave}
    >
      <Field quietLabel label={t('name')} error={error && failureText(error)}>
        <Input value={name} onValueChange={setName} maxLength={255} />
      </Field>
      <ChangedMeanwhile
        error={error}
        own={{ name: value }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          setWas(currentText(now));
          set.reset();
          clear.reset();
        }}
      />
    </FieldForm>
  );
}

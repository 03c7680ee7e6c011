'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share';
import { numberFlaw } from '@/lib/domain/whole-number';
import { shareReloads } from '../detail/use-share';
import { EditableRow, type RowProps } from './editable-row';
import { FieldForm } from './field-form';
import { useNumberText } from './use-number-text';

export function MaxViewsRow({ isEditing, onEdit, ...form }: RowProps) {
  const t = useTranslations('share.detail.fields');
  const format = useFormatter();
  return (
    <EditableRow
      label={t('maxViews')}
      value={format.number(form.detail.maxViews)}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <MaxViewsForm {...form} />
    </EditableRow>
  );
}

const least = 1;

function MaxViewsForm({ detail, onLeave }: Pick<RowProps, 'detail' | 'onLeave'>) {
  const t = useTranslations('share.detail.fields');
  const [text, setText] = useState(String(detail.maxViews));
  const [complaint, setComplaint] = useState<string>();
  const { mutate, isPending, error } = useSend(share.setMaxViews, shareReloads);
  const failureText = useFailureText();
  const numberText = useNumberText();

  const onSave = () => {
    const flaw = numberFlaw(text, least);
    setComplaint(flaw ? numberText(flaw) : undefined);
    if (!flaw) mutate({ params: { id: detail.id }, body: { value: Number(text) } }, { onSuccess: onLeave });
  };
  return (
    <FieldForm isPending={isPending} onSave={onSave} onLeave={onLeave}>
      <Field quietLabel label={t('maxViews')} error={complaint ?? (error && failureText(error))}>
        <Input inputMode="numeric" value={text} onValueChange={setText} />
      </Field>
    </FieldForm>
  );
}

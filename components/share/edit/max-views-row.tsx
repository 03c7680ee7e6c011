'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { shareReloads } from '@/components/share/use-share';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { unlimitedViews } from '@/lib/domain/publish';
import { numberFlaw } from '@/lib/domain/whole-number';
import { EditableRow, type PropertyRowProps } from './editable-row';
import { FieldForm } from './field-form';
import { useNumberText } from './use-number-text';

export function MaxViewsRow({ isEditing, onEdit, ...form }: PropertyRowProps) {
  const t = useTranslations('share.detail.fields');
  const format = useFormatter();
  return (
    <EditableRow
      label={t('maxViews')}
      value={form.detail.viewsLimited ? format.number(form.detail.maxViews) : t('anyNumber')}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <MaxViewsForm {...form} />
    </EditableRow>
  );
}

const minViews = 1;

function MaxViewsForm({ detail, onLeave }: Pick<PropertyRowProps, 'detail' | 'onLeave'>) {
  const t = useTranslations('share.detail.fields');
  const more = useTranslations('create.more');
  const { defaultViews } = useAppConfig();
  const [isAny, setAny] = useState(!detail.viewsLimited);
  const first = detail.viewsLimited
    ? detail.maxViews
    : Math.max(minViews, defaultViews === unlimitedViews ? 30 : defaultViews);
  const [text, setText] = useState(String(first));
  const [complaint, setComplaint] = useState<string>();
  const { mutate, isPending, error } = useSend(share.setMaxViews, shareReloads);
  const failureText = useFailureText();
  const numberText = useNumberText();

  const onSave = () => {
    const flaw = isAny ? null : numberFlaw(text, minViews);
    setComplaint(flaw ? numberText(flaw) : undefined);
    if (!flaw)
      mutate(
        { params: { id: detail.id }, body: { value: isAny ? unlimitedViews : Number(text) } },
        { onSuccess: onLeave },
      );
  };
  return (
    <FieldForm isPending={isPending} onSave={onSave} onLeave={onLeave}>
      <Field quietLabel label={t('maxViews')} error={complaint ?? (error && failureText(error))}>
        <Input inputMode="numeric" disabled={isAny} value={text} onValueChange={setText} />
      </Field>
      <Checkbox label={more('anyViews')} checked={isAny} onChange={(event) => setAny(event.target.checked)} />
    </FieldForm>
  );
}

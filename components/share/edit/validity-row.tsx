'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share';
import { moment } from '@/lib/domain/time/moment';
import { validitiesBeside } from '@/lib/domain/time/validity';
import { shareReloads } from '../detail/use-share';
import { usePeriod } from '../link/use-period';
import { EditableRow, type RowProps } from './editable-row';
import { FieldForm } from './field-form';

export function ValidityRow({ isEditing, onEdit, ...form }: RowProps) {
  const t = useTranslations('share.detail.fields');
  const periodOf = usePeriod();
  return (
    <EditableRow
      label={t('validity')}
      value={periodOf(form.detail.validity)}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <ValidityForm {...form} />
    </EditableRow>
  );
}

function ValidityForm({ detail, onLeave }: Pick<RowProps, 'detail' | 'onLeave'>) {
  const t = useTranslations('share.detail.fields');
  const periodOf = usePeriod();
  const format = useFormatter();
  const { maxValidity } = useAppConfig();
  const { choices, chosenMs } = validitiesBeside(detail.validity, maxValidity);
  const [validity, setValidity] = useState(chosenMs);
  const { mutate, isPending, error } = useSend(share.setValidity, shareReloads);
  const failureText = useFailureText();
  const { publishInfo } = detail;
  const end = publishInfo?.enabled
    ? format.dateTime(publishInfo.publishDate + validity, moment('medium'))
    : null;

  return (
    <FieldForm
      isPending={isPending}
      onSave={() => mutate({ params: { id: detail.id }, body: { value: validity } }, { onSuccess: onLeave })}
      onLeave={onLeave}
    >
      <Field
        quietLabel
        label={t('validity')}
        hint={end && t('endsThen', { date: end })}
        error={error && failureText(error)}
      >
        <Select
          value={String(validity)}
          onValueChange={(value) => setValidity(Number(value))}
          options={choices.map((ms) => ({ value: String(ms), label: periodOf(ms) }))}
        />
      </Field>
    </FieldForm>
  );
}

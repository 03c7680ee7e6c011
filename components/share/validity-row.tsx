'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/use-call';
import { useFailureText } from '@/lib/client/use-failure-text';
import { share } from '@/lib/contract/share';
import type { ShareDetail } from '@/lib/contract/share-shapes';
import { moment } from '@/lib/domain/moment';
import { allowedValidities } from '@/lib/domain/validity';
import { EditableRow, type RowProps } from './editable-row';
import { FieldForm } from './field-form';
import { usePeriod } from './use-period';
import { shareReloads } from './use-share';

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
  const [validity, setValidity] = useState(detail.validity);
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
          options={choicesFor(detail, maxValidity).map((ms) => ({
            value: String(ms),
            label: periodOf(ms),
          }))}
        />
      </Field>
    </FieldForm>
  );
}

/** What is offered, and what the share has now even when that is offered no more. */
function choicesFor({ validity }: ShareDetail, maxValidityMs: number): number[] {
  const offered = allowedValidities(maxValidityMs).map(({ ms }) => ms);
  return [...new Set([...offered, validity])].sort((a, b) => a - b);
}

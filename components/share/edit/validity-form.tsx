'use client';

import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePeriod } from '@/components/share/use-limits';
import { shareReloads } from '@/components/share/use-share';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { dayAt, endOfDay, lastWholeDay } from '@/lib/domain/time/time-zone';
import { validityOptionsFor } from '@/lib/domain/time/validity';
import { FieldForm, type PropertyFormProps } from './editable-row';

const dateOption = 'date';

export function ValidityForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const create = useTranslations('create');
  const periodOf = usePeriod();
  const format = useFormatter();
  const { maxValidity } = useAppConfig();
  const { choices, chosenMs } = validityOptionsFor(detail.validity, maxValidity);
  const [validity, setValidity] = useState(chosenMs);
  const zone = useTimeZone() ?? 'UTC';
  const days = useEndDays(detail);
  const [day, setDay] = useState(detail.until === null ? null : dayAt(detail.until, zone));
  const setPeriod = useSend(share.setValidity, shareReloads);
  const setUntil = useSend(share.setUntil, shareReloads);
  const error = setUntil.error ?? setPeriod.error;
  const failureText = useFailureText();
  const { publishInfo } = detail;
  const end = publishInfo?.enabled
    ? format.dateTime(publishInfo.publishDate + validity, dateTimeFormat('medium'))
    : null;
  const params = { id: detail.id };
  const then = { onSuccess: onLeave };
  const onSave = () => {
    if (day === null) return setPeriod.mutate({ params, body: { value: validity } }, then);
    setUntil.mutate({ params, body: { value: endOfDay(day, zone) ?? 0 } }, then);
  };
  const choose = (value: string) => {
    setDay(value === dateOption ? days.suggest(validity) : null);
    if (value !== dateOption) setValidity(Number(value));
  };

  return (
    <FieldForm isPending={setPeriod.isPending || setUntil.isPending} onSave={onSave} onLeave={onLeave}>
      <Field
        quietLabel
        label={t('validity')}
        hint={day === null && end && t('endsThen', { date: end })}
        error={day === null && error && failureText(error)}
      >
        <Select
          value={day === null ? String(validity) : dateOption}
          onValueChange={choose}
          options={[
            ...choices.map((ms) => ({ value: String(ms), label: periodOf(ms) })),
            { value: dateOption, label: create('settings.aDate') },
          ]}
        />
      </Field>
      {day !== null && (
        <div className="mt-3">
          <Field label={create('more.day')} error={error && failureText(error)}>
            <Input type="date" min={days.min} max={days.max} value={day} onValueChange={setDay} />
          </Field>
        </div>
      )}
    </FieldForm>
  );
}

/** Days on which the link can end. */
function useEndDays({ publishInfo }: ShareDetail) {
  const zone = useTimeZone() ?? 'UTC';
  const { maxValidity } = useAppConfig();
  const begin = publishInfo?.enabled ? publishInfo.publishDate : Date.now();
  const max = lastWholeDay(begin + maxValidity, zone);
  const lastEnd = endOfDay(max, zone) ?? begin;
  const present = publishInfo?.publishUntil ?? 0;
  const suggest = (validityMs: number) =>
    dayAt(Math.min(present > Date.now() ? present : Date.now() + validityMs, lastEnd), zone);
  return { min: dayAt(Date.now(), zone), max, suggest };
}

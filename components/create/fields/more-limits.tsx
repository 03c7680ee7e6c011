'use client';

import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNumberText } from '@/components/share/use-limits';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Switch } from '@/components/ui/form/switch';
import { canSealHere } from '@/lib/client/sealed/can-seal';
import { hasSealedSupport } from '@/lib/client/sealed/open-in-worker';
import { areGuessable, wordsFlaw } from '@/lib/domain/link-words';
import { dayAt, endOfDay, lastWholeDay } from '@/lib/domain/time/time-zone';
import { type CreateSettings, type FormProblem, type ShareForm, viewsFlaw } from '../share-form';

type MoreLimitsProps = {
  form: ShareForm;
  settings: CreateSettings;
  /** Files are on their way, so it is too late to encrypt them. */
  isStarted: boolean;
  problem: FormProblem | null;
  /** Opened by the button that it replaces, so it takes the focus and comes into view. */
  isOpened: boolean;
  onChange: (part: Partial<ShareForm>) => void;
};

export function MoreLimits({ form, settings, isStarted, problem, isOpened, onChange }: MoreLimitsProps) {
  const t = useTranslations('create.more');
  const numberText = useNumberText();
  const flaw = form.downloads.trim() !== '' ? viewsFlaw(form.downloads) : null;
  return (
    <div className="mt-3 flex max-w-md flex-col gap-4">
      {form.until !== null && <LastDay {...{ settings, problem, onChange }} until={form.until} />}
      <Switch
        label={t('anyViews')}
        autoFocus={isOpened}
        checked={form.hasAnyViews}
        onChange={(event) => onChange({ hasAnyViews: event.target.checked })}
      />
      <Field label={t('downloads')} hint={t('downloadsHint')} error={flaw && numberText(flaw)}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('anyNumber')}
          value={form.downloads}
          onValueChange={(downloads) => onChange({ downloads })}
        />
      </Field>
      <LinkWordsField {...{ form, problem, onChange }} />
      <SealSwitch {...{ form, isStarted, onChange }} />
    </div>
  );
}

type LastDayProps = Omit<MoreLimitsProps, 'form' | 'isOpened' | 'isStarted'> & { until: number };

function LastDay({ until, settings, problem, onChange }: LastDayProps) {
  const t = useTranslations('create.more');
  const format = useFormatter();
  const zone = useTimeZone() ?? 'UTC';
  const last = lastWholeDay(Date.now() + settings.maxValidity, zone);
  const date = format.dateTime(endOfDay(last, zone) ?? 0, { dateStyle: 'medium' });
  const error = problem === 'until' && t('dayWrong', { date });
  return (
    <Field label={t('day')} error={error}>
      <Input
        type="date"
        min={dayAt(Date.now(), zone)}
        max={last}
        value={Number.isNaN(until) ? '' : dayAt(until, zone)}
        onValueChange={(day) => onChange({ until: endOfDay(day, zone) ?? Number.NaN })}
      />
    </Field>
  );
}

/** Words that are easy to guess open the password field, which can be removed again. */
function LinkWordsField({
  form,
  problem,
  onChange,
}: Omit<MoreLimitsProps, 'settings' | 'isOpened' | 'isStarted'>) {
  const t = useTranslations('create.more');
  const { words, password } = form;
  const flaw = problem === 'words' ? wordsFlaw(words) : null;
  const isEasy = wordsFlaw(words) === null && areGuessable(words.trim()) && password === null;
  return (
    <Field label={t('words')} hint={t('wordsHint')} error={flaw && t(flaw)}>
      <Input
        tone="code"
        maxLength={80}
        value={words}
        onValueChange={(next) => onChange({ words: next.toLowerCase() })}
        onBlur={() => isEasy && onChange({ password: '' })}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) =>
          event.key === 'Enter' && event.currentTarget.blur()
        }
      />
    </Field>
  );
}

function SealSwitch({ form, isStarted, onChange }: Pick<MoreLimitsProps, 'form' | 'isStarted' | 'onChange'>) {
  const t = useTranslations('create.seal');
  const [lack, setLack] = useState<'insecure' | 'noWorker' | null>(null);
  useEffect(() => {
    if (!hasSealedSupport()) setLack(canSealHere() ? 'noWorker' : 'insecure');
  }, []);
  return (
    <div>
      <Switch
        label={t('label')}
        hint={t(lack ?? (isStarted ? 'started' : 'hint'))}
        disabled={lack !== null || isStarted}
        checked={form.isSealed}
        onChange={(event) => onChange({ isSealed: event.target.checked })}
      />
      {form.isSealed && <p className="mt-2 text-xs text-pretty text-muted">{t('lost')}</p>}
    </div>
  );
}

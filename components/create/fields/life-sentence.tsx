'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useNumberText } from '@/components/share/use-limits';
import { selectAllOnFocus } from '@/components/ui/form/select-all-on-focus';
import { useTypedEarly } from '@/components/ui/form/use-typed-early';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { dayAt, endOfDay } from '@/lib/domain/time/time-zone';
import { allowedValidities, type ValidityChoice } from '@/lib/domain/time/validity';
import {
  type CreateSettings,
  type FormProblem,
  parseViews,
  presetViews,
  type ShareForm,
  viewsFlaw,
} from '../share-form';

// Without a `loading` of its own, the sentence would suspend until the script has loaded.
const loadMore = () => import('./more-limits').then((part) => part.MoreLimits);
const MoreLimits = dynamic(loadMore, { loading: () => null });

type LifeSentenceProps = {
  form: ShareForm;
  settings: CreateSettings;
  isStarted: boolean;
  /** After a failed attempt to submit, an empty number counts as wrong. */
  problem: FormProblem | null;
  onChange: (part: Partial<ShareForm>) => void;
};

export function LifeSentence({ form, settings, isStarted, problem, onChange }: LifeSentenceProps) {
  const t = useTranslations('create.settings');
  const hasPassword = form.password !== null;
  const errorId = useId();
  const numberText = useNumberText();
  const flaw = form.views.trim() !== '' || problem === 'views' ? viewsFlaw(form.views) : null;
  const [isOpen, setOpen] = useState(false);
  const hasMore =
    isOpen || form.isSealed || form.until !== null || form.words !== '' || form.downloads !== '';
  const suggestedEnd = useSuggestedEnd();
  useFetchAhead(loadMore);
  const sentence = (
    <p className="text-[15px]/8 text-muted">
      {t.rich('sentence', {
        views: parseViews(form.views) ?? presetViews(settings),
        end: form.until === null ? 'period' : 'date',
        any: form.hasAnyViews ? 'yes' : 'no',
        validity: () => (
          <ValidityPart
            valueMs={form.validityMs}
            until={form.until}
            choices={allowedValidities(settings.maxValidity)}
            onChange={(validityMs) =>
              onChange(
                validityMs === null ? { until: suggestedEnd(form.validityMs) } : { validityMs, until: null },
              )
            }
          />
        ),
        count: () =>
          form.hasAnyViews ? (
            <button
              type="button"
              onClick={() => onChange({ hasAnyViews: false })}
              className={`${controlLook} cursor-pointer`}
            >
              {t('anyViews')}
            </button>
          ) : (
            <ViewsPart
              value={form.views}
              errorId={flaw ? errorId : undefined}
              onChange={(views) => onChange({ views })}
            />
          ),
        password: () => (
          <button
            type="button"
            aria-expanded={hasPassword}
            onClick={() => !hasPassword && onChange({ password: '' })}
            className={`${controlLook} cursor-pointer`}
          >
            {t(settings.sharePasswordRequired ? 'passwordNeeded' : hasPassword ? 'aPassword' : 'noPassword')}
          </button>
        ),
      })}
    </p>
  );
  return (
    <div>
      {sentence}
      <span role="alert" className="contents">
        {flaw && !form.hasAnyViews && (
          <span id={errorId} className="text-xs text-danger">
            {numberText(flaw)}
          </span>
        )}
      </span>
      {hasMore ? (
        <MoreLimits {...{ form, settings, isStarted, problem, onChange }} isOpened={isOpen} />
      ) : (
        <button type="button" aria-expanded={false} onClick={() => setOpen(true)} className={quietLook}>
          {t('more')}
        </button>
      )}
    </div>
  );
}

/** Suggests a last day for the chosen period. A whole day may exceed the maximum, so it is the day before. */
function useSuggestedEnd() {
  const zone = useTimeZone() ?? 'UTC';
  return (validityMs: number) => {
    const end = Date.now() + validityMs;
    const last = endOfDay(dayAt(end, zone), zone) ?? end;
    const before = last - 24 * 3600 * 1000;
    return before > Date.now() ? before : last;
  };
}

const quietLook =
  'mt-1 text-sm cursor-pointer rounded-[4px] text-muted underline decoration-faint decoration-dotted underline-offset-4 hover:text-ink';

const controlLook =
  'rounded-[4px] font-semibold text-ink underline decoration-faint decoration-dotted underline-offset-4 hover:decoration-ink hover:decoration-solid has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';

type ValidityPartProps = {
  valueMs: number;
  until: number | null;
  choices: readonly ValidityChoice[];
  onChange: (validityMs: number | null) => void;
};

const dateOption = 'date';

/** The words wrap like any text; a transparent select lies over them. */
function ValidityPart({ valueMs, until, choices, onChange }: ValidityPartProps) {
  const t = useTranslations();
  const format = useFormatter();
  const chosen = choices.find(({ ms }) => ms === valueMs);
  return (
    <span className={`relative inline-block leading-6 ${controlLook}`}>
      <span aria-hidden>
        {until !== null
          ? Number.isNaN(until)
            ? '…'
            : format.dateTime(until, { dateStyle: 'medium' })
          : chosen && t('validity.after', { unit: chosen.unit, amount: chosen.amount })}
      </span>
      <select
        aria-label={t('create.settings.validity')}
        value={until === null ? valueMs : dateOption}
        onChange={({ currentTarget: { value } }) => onChange(value === dateOption ? null : Number(value))}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {choices.map(({ ms, unit, amount }) => (
          <option key={ms} value={ms} className="bg-raised text-ink">
            {t('validity.after', { unit, amount })}
          </option>
        ))}
        <option value={dateOption} className="bg-raised text-ink">
          {t('create.settings.aDate')}
        </option>
      </select>
    </span>
  );
}

type ViewsPartProps = { value: string; errorId: string | undefined; onChange: (views: string) => void };

function ViewsPart({ value, errorId, onChange }: ViewsPartProps) {
  const t = useTranslations('create.settings');
  return (
    <input
      ref={useTypedEarly<HTMLInputElement>(onChange)}
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('views')}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      value={value}
      {...selectAllOnFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
      style={{ width: `${Math.max(2, value.length) + 0.25}ch` }}
      className={`bg-transparent text-center tabular-nums aria-invalid:text-danger ${controlLook}`}
    />
  );
}

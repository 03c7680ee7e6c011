'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useNumberText } from '@/components/share/edit/use-number-text';
import { wholeOnFocus } from '@/components/ui/form/whole-on-focus';
import { allowedValidities, type ValidityChoice } from '@/lib/domain/time/validity';
import type { CreateSettings } from './share-form';
import { presetViews, type ShareForm, viewsFlaw, viewsOf } from './share-form';

type LifeSentenceProps = {
  form: ShareForm;
  settings: CreateSettings;
  /** Somebody wanted to send it as it is, so an empty number is wrong, too. */
  wasTried: boolean;
  onChange: (part: Partial<ShareForm>) => void;
};

/** How long, how often and by whom the link can be opened: one sentence whose bold parts are its controls. */
export function LifeSentence({ form, settings, wasTried, onChange }: LifeSentenceProps) {
  const t = useTranslations('create.settings');
  const hasPassword = form.password !== null;
  const errorId = useId();
  const numberText = useNumberText();
  const flaw = form.views.trim() !== '' || wasTried ? viewsFlaw(form.views) : null;
  const sentence = (
    <p className="text-[15px]/8 text-muted">
      {t.rich('sentence', {
        views: viewsOf(form.views) ?? presetViews,
        validity: () => (
          <ValidityPart
            valueMs={form.validityMs}
            choices={allowedValidities(settings.maxValidity)}
            onChange={(validityMs) => onChange({ validityMs })}
          />
        ),
        count: () => (
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
            className={`${part} cursor-pointer`}
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
        {flaw && (
          <span id={errorId} className="text-xs text-danger">
            {numberText(flaw)}
          </span>
        )}
      </span>
    </div>
  );
}

const part =
  'rounded-[4px] font-semibold text-ink underline decoration-faint decoration-dotted underline-offset-4 outline-2 outline-offset-2 outline-transparent hover:decoration-ink hover:decoration-solid focus-visible:outline-accent has-focus-visible:outline-accent';

type ValidityPartProps = {
  valueMs: number;
  choices: readonly ValidityChoice[];
  onChange: (validityMs: number) => void;
};

/** The words are text that wraps like any other; the browser's list lies over them unseen. */
function ValidityPart({ valueMs, choices, onChange }: ValidityPartProps) {
  const t = useTranslations();
  const chosen = choices.find(({ ms }) => ms === valueMs);
  return (
    <span className={`relative inline-block leading-6 ${part}`}>
      <span aria-hidden>{chosen && t(`validity.${chosen.unit}`, { amount: chosen.amount })}</span>
      <select
        aria-label={t('create.settings.validity')}
        value={valueMs}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {choices.map(({ ms, unit, amount }) => (
          <option key={ms} value={ms} className="bg-raised text-ink">
            {t(`validity.${unit}`, { amount })}
          </option>
        ))}
      </select>
    </span>
  );
}

type ViewsPartProps = { value: string; errorId: string | undefined; onChange: (views: string) => void };

function ViewsPart({ value, errorId, onChange }: ViewsPartProps) {
  const t = useTranslations('create.settings');
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('views')}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      value={value}
      {...wholeOnFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
      style={{ width: `${Math.max(2, value.length) + 0.25}ch` }}
      className={`bg-transparent text-center tabular-nums aria-invalid:text-danger ${part}`}
    />
  );
}

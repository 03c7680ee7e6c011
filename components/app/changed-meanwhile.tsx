'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type ChangeFields = Readonly<Record<string, unknown>>;

type ChangedMeanwhileProps = {
  /** Of what was sent. */
  error: Error | null;
  /** The values to be saved, by their names on the wire. */
  own: ChangeFields;
  /** The text of a value; without it values are texts. */
  textOf?: (field: string, value: unknown) => string;
  /** The names of the fields, where there are several. */
  labelOf?: (field: string) => string;
  /** Saves all the same, as a change of what is there now. */
  onOverwrite: (now: ChangeFields) => Promise<unknown>;
  /** Goes on with what is there now as what was read; forgets the error. */
  onKeep: (now: ChangeFields) => void;
};

/** Asks what counts where two have changed the same, and shows both. */
export function ChangedMeanwhile({ error, onOverwrite, onKeep, ...fields }: ChangedMeanwhileProps) {
  const t = useTranslations('changed');
  const failureText = useFailureText();
  const [now, setNow] = useState<ChangeFields | null>(null);
  const found = nowIn(error);
  if (found && found !== now) setNow(found);
  return (
    <Confirm
      open={now !== null}
      onOpenChange={() => {
        if (now) onKeep(now);
        setNow(null);
      }}
      title={t('title')}
      text={t('text')}
      confirmLabel={t('overwrite')}
      cancelLabel={t('keep')}
      tone="primary"
      error={error && !found && failureText(error)}
      onConfirm={() => now && onOverwrite(now)}
    >
      {now && <BothVersions now={now} {...fields} />}
    </Confirm>
  );
}

/** The text that is there now, where there is but one; null for none. */
export const textIn = (now: ChangeFields): string | null => (Object.values(now)[0] as string | null) || null;

function nowIn(error: Error | null): ChangeFields | null {
  if (!(error instanceof CallError) || error.code !== 'request.changed') return null;
  return error.answer.now as ChangeFields;
}

type BothProps = Pick<ChangedMeanwhileProps, 'own' | 'textOf' | 'labelOf'> & { now: ChangeFields };

function BothVersions({ now, own, textOf = (_, value) => String(value ?? ''), labelOf }: BothProps) {
  const t = useTranslations('changed');
  return (
    <div className="flex max-h-[50dvh] flex-col gap-4 overflow-y-auto" tabIndex={-1}>
      {Object.keys(now).map((field) => (
        <section key={field} aria-label={labelOf?.(field)}>
          {labelOf && <h3 className="mb-1 text-sm font-medium wrap-anywhere">{labelOf(field)}</h3>}
          <dl className="grid gap-2">
            <Version label={t('saved')} text={textOf(field, now[field])} />
            <Version label={t('own')} text={textOf(field, own[field])} />
          </dl>
        </section>
      ))}
    </div>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  const t = useTranslations('changed');
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        {text.trim() === '' ? <span className="text-muted">{t('nothing')}</span> : text}
      </dd>
    </div>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type ConflictValues = Readonly<Record<string, unknown>>;

type ChangedMeanwhileProps = {
  error: Error | null;
  /** The values to be saved, by their names on the wire. */
  own: ConflictValues;
  textOf?: (field: string, value: unknown) => string;
  labelOf?: (field: string) => string;
  onOverwrite: (now: ConflictValues) => Promise<unknown>;
  /** Continues editing, with `now` as the values loaded. Must clear the error. */
  onKeep: (now: ConflictValues) => void;
};

/** Shows both versions after a `request.changed` refusal, and asks which one to keep. */
export function ChangedMeanwhile({ error, onOverwrite, onKeep, ...fields }: ChangedMeanwhileProps) {
  const t = useTranslations('changed');
  const failureText = useFailureText();
  const [now, setNow] = useState<ConflictValues | null>(null);
  const found = conflictingValues(error);
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

/** The present text of a form with a single field. Returns null when it is empty. */
export const currentText = (now: ConflictValues): string | null =>
  (Object.values(now)[0] as string | null) || null;

function conflictingValues(error: Error | null): ConflictValues | null {
  if (!(error instanceof CallError) || error.code !== 'request.changed') return null;
  return error.answer.now as ConflictValues;
}

type BothVersionsProps = Pick<ChangedMeanwhileProps, 'own' | 'textOf' | 'labelOf'> & { now: ConflictValues };

function BothVersions({ now, own, textOf = (_, value) => String(value ?? ''), labelOf }: BothVersionsProps) {
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

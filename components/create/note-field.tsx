'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { NotePreview } from './note-preview';

const views = ['edit', 'split', 'preview'] as const;
type View = (typeof views)[number];

type NoteFieldProps = { value: string; onChange: (note: string) => void };

/** The markdown note: written, read, or both side by side. */
export function NoteField({ value, onChange }: NoteFieldProps) {
  const t = useTranslations('create.note');
  const [view, setView] = useState<View>('edit');
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex h-8 items-center gap-3">
        <label htmlFor={id} className="mr-auto text-sm font-medium">
          {t('label')}
        </label>
        {value !== '' && <ViewSwitch view={view} onChange={setView} />}
      </div>
      <div className={view === 'split' ? 'grid gap-4 sm:grid-cols-2' : ''}>
        {view !== 'preview' && (
          <textarea
            id={id}
            value={value}
            rows={3}
            placeholder={t('placeholder')}
            onChange={(event) => onChange(event.currentTarget.value)}
            className="field-sizing-content max-h-[60dvh] min-h-20 w-full resize-y rounded-control bg-canvas px-3 py-2 text-sm/6 ring-1 ring-line outline-none placeholder:text-muted focus-visible:ring-2 focus-visible:ring-accent"
          />
        )}
        {view !== 'edit' && (
          <div className="min-h-20 rounded-control px-3 py-2 ring-1 ring-line">
            {value.trim() === '' ? <p className="text-sm text-muted">{t('nothing')}</p> : <NotePreview text={value} />}
          </div>
        )}
      </div>
    </div>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('create.note');
  return (
    <fieldset className="flex rounded-control bg-sunken p-0.5 text-xs">
      <legend className="sr-only">{t('view')}</legend>
      {views.map((choice) => (
        <label
          key={choice}
          className="cursor-pointer rounded-[6px] px-2.5 py-1 text-muted outline-2 outline-transparent has-checked:bg-raised has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="note-view"
            className="sr-only"
            checked={view === choice}
            onChange={() => onChange(choice)}
          />
          {t(choice)}
        </label>
      ))}
    </fieldset>
  );
}

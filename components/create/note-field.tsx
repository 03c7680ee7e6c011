'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LateMarkdown } from '@/components/files/late-markdown';
import { MarkdownHelp } from '@/components/files/markdown-help';
import { Field } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { Textarea } from '@/components/ui/textarea';

const views = ['edit', 'split', 'preview'] as const;
type View = (typeof views)[number];

type NoteFieldProps = { value: string; error: string | undefined; onChange: (note: string) => void };

/** The markdown note: written, read, or both side by side. The choice appears with the first letter. */
export function NoteField({ value, error, onChange }: NoteFieldProps) {
  const t = useTranslations('create.note');
  const [wanted, setView] = useState<View>('edit');
  const view = value === '' ? 'edit' : wanted;
  return (
    <div className="flex flex-col gap-2">
      <div className={view === 'split' ? 'grid gap-4 sm:grid-cols-2' : ''}>
        {view !== 'preview' && (
          <Field label={t('label')} error={error}>
            <Textarea rows={3} value={value} placeholder={t('placeholder')} onValueChange={onChange} />
          </Field>
        )}
        {view !== 'edit' && <Preview text={value} />}
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <MarkdownHelp />
        {value !== '' && (
          <Segmented
            label={t('view')}
            value={view}
            onValueChange={setView}
            options={views.map((choice) => ({ value: choice, label: t(choice) }))}
          />
        )}
      </div>
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const t = useTranslations('create.note');
  return (
    <section aria-label={t('preview')} className="min-w-0">
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {t('preview')}
      </p>
      <div className="max-h-96 min-h-24 overflow-y-auto rounded-control px-3 py-2 ring-1 ring-line">
        {text.trim() === '' ? (
          <p className="text-sm text-muted">{t('nothing')}</p>
        ) : (
          <LateMarkdown text={text} />
        )}
      </div>
    </section>
  );
}

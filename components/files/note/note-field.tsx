'use client';

import { ExternalLinkIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Segmented } from '@/components/ui/form/segmented';
import { Textarea } from '@/components/ui/form/textarea';
import { paths } from '@/lib/paths';

// Loads the markdown parser, which only a preview needs.
const NotePreview = dynamic(
  () => import('@/components/files/note/note-preview').then((module) => module.NotePreview),
  {
    loading: () => null,
  },
);

const views = ['edit', 'split', 'preview'] as const;
type NoteView = (typeof views)[number];

type NoteFieldProps = {
  value: string;
  error: ReactNode;
  onChange: (note: string) => void;
  /** Hides the label where a heading says the same. */
  quietLabel?: boolean;
  /** One line high until it has been focused, with help once something is written. */
  isSmall?: boolean;
  input?: Pick<ComponentProps<typeof Textarea>, 'autoFocus' | 'rows' | 'placeholder' | 'onKeyDown'>;
};

export function NoteField({
  value,
  error,
  onChange,
  quietLabel = false,
  isSmall = false,
  input,
}: NoteFieldProps) {
  const t = useTranslations('create.note');
  const [wanted, setView] = useState<NoteView>('edit');
  const [wasEntered, setEntered] = useState(false);
  const isUnused = isSmall && !wasEntered && value === '';
  const view = value === '' ? 'edit' : wanted;
  return (
    <div className="flex flex-col gap-2">
      <div className={view === 'split' ? 'grid gap-4 sm:grid-cols-2' : ''}>
        {view !== 'preview' && (
          <Field label={t('label')} error={error} quietLabel={quietLabel}>
            <Textarea
              rows={isUnused ? 1 : 3}
              onFocus={() => setEntered(true)}
              placeholder={t('placeholder')}
              {...input}
              value={value}
              onValueChange={onChange}
            />
          </Field>
        )}
        {view !== 'edit' && (
          <Suspense>
            <NotePreview text={value} isQuiet={quietLabel} />
          </Suspense>
        )}
      </div>
      {(value !== '' || !isSmall) && (
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
      )}
    </div>
  );
}

export function MarkdownHelp() {
  const t = useTranslations('files');
  return (
    <a
      href={paths.markdownHelp}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 rounded-control text-xs text-muted underline decoration-faint underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
    >
      {t('markdownHelp')}
      <ExternalLinkIcon aria-hidden className="size-3" />
    </a>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LateMarkdown } from '@/components/files/late-markdown';
import { MarkdownHelp } from '@/components/files/markdown-help';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { Field } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { Textarea } from '@/components/ui/textarea';
import { useSend } from '@/lib/client/use-call';
import { useFailureText } from '@/lib/client/use-failure-text';
import { share } from '@/lib/contract/share';
import { shareReloads } from './use-share';

type NoteEditorProps = {
  shareId: string;
  saved: string;
  draft: string;
  /** null ends the editing. */
  onChange: (draft: string | null) => void;
};

export function NoteEditor({ shareId, saved, draft, onChange }: NoteEditorProps) {
  const t = useTranslations('share.detail.note');
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const [isLeaving, setIsLeaving] = useState(false);
  const { mutate, isPending, error } = useSend(share.setDescription, shareReloads);
  const failureText = useFailureText();

  const save = () =>
    mutate({ params: { id: shareId }, body: { value: draft } }, { onSuccess: () => onChange(null) });
  const leave = () => (draft === saved ? onChange(null) : setIsLeaving(true));

  return (
    <>
      <div className="mt-3 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Segmented
          label={t('title')}
          value={mode}
          onValueChange={setMode}
          options={[
            { value: 'write', label: t('write') },
            { value: 'preview', label: t('preview') },
          ]}
        />
        <MarkdownHelp />
      </div>
      {mode === 'write' ? (
        <Field quietLabel label={t('title')} hint={t('markdown')} error={error && failureText(error)}>
          <Textarea
            autoFocus
            rows={8}
            value={draft}
            placeholder={t('placeholder')}
            onValueChange={onChange}
            onKeyDown={(event) => {
              if (event.key === 'Escape') leave();
              else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
            }}
          />
        </Field>
      ) : (
        <div className="min-h-48 rounded-control bg-raised p-4 ring-1 ring-line">
          {draft.trim() === '' ? (
            <p className="text-sm text-muted">{t('empty')}</p>
          ) : (
            <LateMarkdown text={draft} />
          )}
        </div>
      )}
      <div className="mt-3 flex gap-2">
        <Button pending={isPending} onClick={save}>
          {t('save')}
        </Button>
        <Button tone="ghost" onClick={leave}>
          {t('cancel')}
        </Button>
      </div>
      <Confirm
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title={t('unsaved')}
        confirmLabel={t('discard')}
        cancelLabel={t('keep')}
        onConfirm={() => onChange(null)}
      />
    </>
  );
}

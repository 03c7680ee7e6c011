'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { NoteField } from '@/components/files/note/note-field';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';

/** `was`: the note before editing. */
export type NoteDraft = { text: string; was: string };

type NoteEditorProps = {
  shareId: string;
  draft: NoteDraft;
  onChange: (draft: NoteDraft | null) => void;
};

export function NoteEditor({ shareId, draft, onChange }: NoteEditorProps) {
  const t = useTranslations('share.detail.note');
  const [isLeaving, setIsLeaving] = useState(false);
  const { mutateAsync, isPending, error, reset } = useSend(share.setDescription, shareReloads);
  const failureText = useFailureText();

  const save = async (was: string | null) => {
    await mutateAsync({ params: { id: shareId }, body: { value: draft.text, was } });
    onChange(null);
  };
  const trySave = () => void save(draft.was).catch(() => undefined);
  const leave = () => (draft.text === draft.was ? onChange(null) : setIsLeaving(true));

  return (
    <>
      <div className="mt-3">
        <NoteField
          quietLabel
          value={draft.text}
          error={error && failureText(error)}
          onChange={(text) => onChange({ ...draft, text })}
          input={{
            autoFocus: true,
            rows: 8,
            placeholder: t('placeholder'),
            onKeyDown: (event) => {
              if (event.key === 'Escape') leave();
              else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) trySave();
            },
          }}
        />
      </div>
      <div className="mt-3 flex gap-2">
        <Button pending={isPending} onClick={trySave}>
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
      <ChangedMeanwhile
        error={error}
        own={{ description: draft.text }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          onChange({ ...draft, was: currentText(now) ?? '' });
          reset();
        }}
      />
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NoteField } from '@/components/create/fields/note-field';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { shareReloads } from '../detail/use-share';

type NoteEditorProps = {
  shareId: string;
  saved: string;
  draft: string;
  /** null ends the editing. */
  onChange: (draft: string | null) => void;
};

export function NoteEditor({ shareId, saved, draft, onChange }: NoteEditorProps) {
  const t = useTranslations('share.detail.note');
  const [isLeaving, setIsLeaving] = useState(false);
  const { mutate, isPending, error } = useSend(share.setDescription, shareReloads);
  const failureText = useFailureText();

  const save = () =>
    mutate({ params: { id: shareId }, body: { value: draft } }, { onSuccess: () => onChange(null) });
  const leave = () => (draft === saved ? onChange(null) : setIsLeaving(true));

  return (
    <>
      <div className="mt-3">
        <NoteField
          quietLabel
          value={draft}
          error={error && failureText(error)}
          onChange={onChange}
          input={{
            autoFocus: true,
            rows: 8,
            placeholder: t('placeholder'),
            onKeyDown: (event) => {
              if (event.key === 'Escape') leave();
              else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
            },
          }}
        />
      </div>
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

'use client';

import { PencilIcon, PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Markdown } from '@/components/files/markdown';
import { Button } from '@/components/ui/button';
import type { ShareDetail } from '@/lib/contract/share';
import { noteBelowTitle } from '@/lib/domain/title';
import { NoteEditor } from './note-editor';
import { useNoteDraft } from './use-note-draft';

/** The description: read as people wrote it to look, written as markdown. */
export function NoteSection({ detail }: { detail: ShareDetail }) {
  const t = useTranslations('share.detail.note');
  const saved = detail.descriptionRaw ?? '';
  const draft = useNoteDraft(detail.id);
  const shown = noteBelowTitle(saved);

  if (draft.text !== null) {
    return <NoteEditor shareId={detail.id} saved={saved} draft={draft.text} onChange={draft.set} />;
  }
  return (
    <section aria-label={t('title')} className="mb-10">
      {shown !== '' && (
        <div className="mb-3 max-w-3xl">
          <Markdown text={shown} />
        </div>
      )}
      <Button tone="ghost" onClick={() => draft.set(saved)}>
        {saved === '' ? <PlusIcon aria-hidden /> : <PencilIcon aria-hidden />}
        {t(saved === '' ? 'add' : 'edit')}
      </Button>
    </section>
  );
}

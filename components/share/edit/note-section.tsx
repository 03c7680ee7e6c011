'use client';
import { PencilIcon, PlusIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Note } from '@/components/files/note/note';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import { Button } from '@/components/ui/button';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { noteBelowTitle } from '@/lib/domain/title';
import type { NoteDraft } from './note-editor';

const loadEditor = () => import('./note-editor').then((part) => part.NoteEditor);
const NoteEditor = dynamic(loadEditor, { loading: () => null });

export function NoteSection({ detail, atFirst }: { detail: ShareDetail; atFirst: RenderedNote }) {
  const t = useTranslations('share.detail.note');
  const saved = detail.descriptionRaw ?? '';
  const { draft, set } = useNoteDraft(detail.id);
  useFetchAhead(loadEditor);
  const shown = noteBelowTitle(detail.description);

  return (
    <section aria-labelledby="note" className="mb-10">
      <header className="mb-2 flex h-9 items-center border-b border-line pb-1">
        <h2 id="note" className="mr-auto text-sm font-medium">
          {t('title')}
        </h2>
        {draft === null && (
          <Button tone="ghost" onClick={() => set({ text: saved, was: saved })}>
            {saved === '' ? <PlusIcon aria-hidden /> : <PencilIcon aria-hidden />}
            {t(saved === '' ? 'add' : 'edit')}
          </Button>
        )}
      </header>
      {draft !== null ? (
        <NoteEditor shareId={detail.id} draft={draft} onChange={set} />
      ) : (
        shown !== '' && (
          <div className="max-w-3xl pt-2">
            <Note text={shown} atFirst={atFirst} />
          </div>
        )
      )}
    </section>
  );
}

/** Stores the draft in `sessionStorage`, so that it survives a reload and leaving the page. Null when not editing. */
function useNoteDraft(shareId: string) {
  const key = `slipway-note-draft-${shareId}`;
  const [draft, setDraft] = useState<NoteDraft | null>(null);

  useEffect(() => setDraft(JSON.parse(sessionStorage.getItem(key) ?? 'null')), [key]);

  const set = (next: NoteDraft | null) => {
    setDraft(next);
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  return { draft, set };
}

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

type NoteDraftState = ReturnType<typeof useNoteDraft>;

export function EditNote({ note, isShort = false }: { note: NoteDraftState; isShort?: boolean }) {
  const t = useTranslations('share.detail.note');
  const { draft, saved, set } = note;
  if (draft !== null) return null;
  const Icon = saved === '' ? PlusIcon : PencilIcon;
  return (
    <Button tone="ghost" onClick={() => set({ text: saved, was: saved })}>
      <Icon aria-hidden />
      <span className={isShort ? 'max-sm:sr-only' : ''}>{t(saved === '' ? 'add' : 'edit')}</span>
    </Button>
  );
}

type NoteSectionProps = {
  detail: ShareDetail;
  note: NoteDraftState;
  isReceived: boolean;
  atFirst: RenderedNote | null;
};

export function NoteSection({ detail, note, isReceived, atFirst }: NoteSectionProps) {
  const t = useTranslations('share.detail.note');
  const { draft, set } = note;
  useFetchAhead(loadEditor);
  const shown = noteBelowTitle(detail.description);
  if (!isReceived && draft === null && shown === '') return null;
  return (
    <section aria-label={t('title')} className="mb-10">
      {isReceived && (
        <header className="mb-2 flex h-9 items-center border-b border-line pb-1">
          <h2 className="mr-auto text-sm font-medium">{t('title')}</h2>
          {!detail.blocked && !detail.e2ee && <EditNote note={note} />}
        </header>
      )}
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
export function useNoteDraft({ id, descriptionRaw }: ShareDetail) {
  const key = `slipway-note-draft-${id}`;
  const [draft, setDraft] = useState<NoteDraft | null>(null);

  useEffect(() => setDraft(JSON.parse(sessionStorage.getItem(key) ?? 'null')), [key]);

  const set = (next: NoteDraft | null) => {
    setDraft(next);
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  return { draft, set, saved: descriptionRaw ?? '' };
}

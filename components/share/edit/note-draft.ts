import { useEffect, useState } from 'react';

/** `was`: the note before editing. */
export type NoteDraft = { text: string; was: string };

/** Stores the draft in `sessionStorage`, so that it survives a reload and leaving the page. Null when not editing. */
export function useNoteDraft(shareId: string) {
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

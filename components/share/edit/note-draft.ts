import { useEffect, useState } from 'react';

/** `was`: the note that was there when the writing began. */
export type NoteDraft = { text: string; was: string };

/**
 * A note that is being written, kept in the browser tab until it is saved or thrown away, so that neither a reload nor
 * leaving the page loses it. Null when nobody is writing.
 */
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

'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type DraftSnapshot, ShareDraft } from './share-draft';
import type { CreateSettings } from './share-form';

let current: ShareDraft | null = null;

/** Published, or emptied on the page of the share, which has been the place to go on since. */
function isOver({ snapshot, upload }: ShareDraft): boolean {
  const { step } = snapshot();
  return step === 'done' || (step === 'uploading' && upload.queue.snapshot().phase === 'empty');
}

/** This tab's share in the making; a finished or another account's one gives way to a fresh one. */
function draftOf(settings: CreateSettings): ShareDraft {
  const isOurs = current?.settings.access.key === settings.access.key;
  if (current && isOurs && !isOver(current)) return current;
  const draft = new ShareDraft(settings);
  // The server renders for everybody, so it keeps nothing.
  if (typeof window !== 'undefined') current = draft;
  return draft;
}

export function useShareDraft(settings: CreateSettings) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const state: DraftSnapshot = useSyncExternalStore(draft.subscribe, draft.snapshot, () => draft.initial);
  useEffect(() => draft.restore(), [draft]);

  function startOver() {
    current = null;
    setDraft(draftOf(settings));
  }

  return { draft, state, startOver };
}

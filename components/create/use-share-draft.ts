'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type DraftSnapshot, ShareDraft } from './share-draft';
import type { CreateSettings } from './share-form';

let current: ShareDraft | null = null;

/** True also when all files were removed on the share's own page. */
function isOver({ snapshot, upload }: ShareDraft): boolean {
  const { step } = snapshot();
  return step === 'done' || (step === 'uploading' && upload.queue.snapshot().phase === 'empty');
}

/** Returns this tab's draft, or a new one when that is finished or another account's. */
function draftOf(settings: CreateSettings): ShareDraft {
  const isSameAccount = current?.settings.access.key === settings.access.key;
  if (current && isSameAccount && !isOver(current)) return current;
  const draft = new ShareDraft(settings);
  // The server renders for all users, so it must not store a draft.
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

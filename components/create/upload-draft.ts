'use client';

import type { Route } from 'next';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CallError } from '@/lib/client/call/call';
import type { UploadSettings } from '@/lib/client/upload/access/upload-access';
import { Notifier } from '@/lib/client/upload/notifier';
import { ShareUpload } from '@/lib/client/upload/share-upload';

export type DraftState = {
  readonly step: 'form' | 'creating' | 'uploading' | 'publishing' | 'done';
  readonly failure: CallError | null;
  /** Began in an earlier visit, which may have typed text and uploaded files, too. */
  readonly isResumed: boolean;
};

/**
 * A share in the making: what is typed, its files, their upload. Lives outside React, so that leaving the page
 * neither loses text nor stops uploads.
 */
export abstract class UploadDraft<Settings extends UploadSettings, State extends DraftState> {
  readonly settings: Settings;
  readonly upload: ShareUpload;
  readonly initial: State;
  /** Its page is open. */
  isOnScreen = false;
  readonly #notifier = new Notifier(() => {});
  #snapshot: State;

  constructor(settings: Settings, initial: State, page: Route, upload = new ShareUpload(settings)) {
    this.settings = settings;
    this.upload = upload;
    this.upload.page = () => page;
    this.initial = initial;
    this.#snapshot = initial;
    this.upload.queue.subscribe(() => this.onQueueChange());
  }

  readonly subscribe = (notify: () => void) => this.#notifier.subscribe(notify);
  readonly snapshot = (): State => this.#snapshot;

  get isOver(): boolean {
    return this.#snapshot.step === 'done';
  }

  /** Reads the text that was typed before a reload. */
  abstract restore(): void;
  protected abstract onQueueChange(): void;

  protected set(next: Partial<State>): void {
    this.#snapshot = { ...this.#snapshot, ...next };
    this.#notifier.notifyNow();
  }
}

type AnyDraft<State extends DraftState> = UploadDraft<UploadSettings, State>;

const drafts = new Map<string, AnyDraft<DraftState>>();

/** Returns this tab's draft of that name, or a new one when that is over. */
function draftOf<D extends AnyDraft<DraftState>>(name: string, create: () => D): D {
  const known = drafts.get(name);
  if (known && !known.isOver) return known as D;
  const draft = create();
  // The server renders for all users, so it must not store a draft.
  if (typeof window !== 'undefined') drafts.set(name, draft);
  return draft;
}

export function useDraft<State extends DraftState, D extends AnyDraft<State>>(
  name: string,
  create: () => D & { readonly initial: State },
) {
  const [draft, setDraft] = useState(() => draftOf(name, create));
  const state: State = useSyncExternalStore(draft.subscribe, draft.snapshot, () => draft.initial);
  useEffect(() => {
    draft.restore();
    draft.isOnScreen = true;
    return () => {
      draft.isOnScreen = false;
    };
  }, [draft]);

  function startOver(): D {
    drafts.delete(name);
    const fresh = draftOf(name, create);
    setDraft(fresh);
    return fresh;
  }
  return { draft, state, startOver };
}

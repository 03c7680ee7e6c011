'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { BrowserStore } from '@/lib/client/browser-store';
import {
  fromBase64Url,
  importShareKey,
  keyFragment,
  type ShareKey,
  toBase64Url,
} from '@/lib/domain/sealed/share-key';

/** Kept in the browser for a sealed share whose owner wants so. */
export type KeptKey = { shareId: string; key: string; title: string };

const keys = new Map<string, ShareKey>();
const listeners = new Set<() => void>();

/** Keys of this tab, by the share's ID or that of its link. They are gone with it unless they are kept. */
export const shareKeys = {
  get: (id: string): ShareKey | null => keys.get(id) ?? null,
  set(id: string, key: ShareKey): void {
    keys.set(id, key);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The end of a sealed share's link; "" for others. */
export const fragmentOf = (shareId: string | null): string => {
  const key = shareId === null ? null : shareKeys.get(shareId);
  return key ? keyFragment(key) : '';
};

/** The key of a share, if this tab or browser has it. */
export function useShareKey(id: string): ShareKey | null {
  const key = useSyncExternalStore(
    shareKeys.subscribe,
    () => shareKeys.get(id),
    () => null,
  );
  useEffect(() => {
    if (shareKeys.get(id)) return;
    void keptKeys.get(id).then(async (kept) => {
      const bytes = kept && fromBase64Url(kept.key);
      if (bytes) shareKeys.set(id, await importShareKey(bytes));
    });
  }, [id]);
  return key;
}

const store = new BrowserStore<KeptKey>('slipway-keys', 'keys', 'shareId');

/** Keys in the browser's database; failures count as none, as in private windows. */
export const keptKeys = {
  get: store.get,
  all: store.all,
  put: (shareId: string, key: ShareKey, title: string) =>
    store.put({ shareId, key: toBase64Url(key.bytes), title }),
  delete: store.delete,
};

'use client';

import { useEffect, useSyncExternalStore } from 'react';
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

/** Keys in the browser's database; failures count as none, as in private windows. */
export const keptKeys = {
  get: (shareId: string) => run<KeptKey | undefined>('readonly', (store) => store.get(shareId)),
  all: () => run<KeptKey[]>('readonly', (store) => store.getAll()),
  put: (shareId: string, key: ShareKey, title: string) =>
    run('readwrite', (store) => store.put({ shareId, key: toBase64Url(key.bytes), title } satisfies KeptKey)),
  delete: (shareId: string) => run('readwrite', (store) => store.delete(shareId)),
};

async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  try {
    const db = await done<IDBDatabase>(openDatabase());
    return await done<T>(act(db.transaction('keys', mode).objectStore('keys')));
  } catch {
    return undefined;
  }
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open('slipway-keys', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('keys', { keyPath: 'shareId' });
  return request;
}

const done = <T>(request: IDBRequest) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });

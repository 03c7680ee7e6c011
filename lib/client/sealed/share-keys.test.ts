import { afterEach, expect, test, vi } from 'vitest';
import { newShareKey, readShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { type KeptKey, keptKeys, shareKeys } from './share-keys';

afterEach(() => vi.unstubAllGlobals());

type Asked = { result?: unknown; onsuccess?: () => void };
const answered = (result: unknown) => {
  const request: Asked = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
};

/** A database with one store, as far as keys are kept in it. */
function stubDatabase() {
  const rows = new Map<string, KeptKey>();
  const objectStore = () => ({
    get: (id: string) => answered(rows.get(id)),
    getAll: () => answered([...rows.values()]),
    put: (row: KeptKey) => answered(rows.set(row.shareId, row)),
    delete: (id: string) => answered(rows.delete(id)),
  });
  const open = vi.fn(() => answered({ transaction: () => ({ objectStore }) }));
  vi.stubGlobal('indexedDB', { open });
  return { rows, open };
}

test('a key is in the browser’s storage from the owner’s tick on, until it is taken away', async () => {
  const { rows, open } = stubDatabase();
  const key = await newShareKey();
  shareKeys.set('share', key);
  expect(shareKeys.get('share')).toBe(key);
  expect(open).not.toHaveBeenCalled();
  await keptKeys.put('share', key, 'Merger');
  expect([...rows.values()]).toEqual([{ shareId: 'share', key: toBase64Url(key.bytes), title: 'Merger' }]);
  const kept = await keptKeys.get('share');
  expect((await readShareKey(kept?.key ?? ''))?.bytes).toEqual(key.bytes);
  await keptKeys.delete('share');
  expect(await keptKeys.all()).toEqual([]);
});

test('a browser without storage has no kept keys, and goes on', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('denied');
    },
  });
  await keptKeys.put('share', await newShareKey(), '');
  expect(await keptKeys.get('share')).toBeUndefined();
});

import { afterEach, expect, test, vi } from 'vitest';
import { newShareKey, readShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { stubDatabase } from '@/testing/service/browser-database';
import { type KeptKey, keptKeys, shareKeys } from './share-keys';

afterEach(() => vi.unstubAllGlobals());

test('a key is in the browser’s storage from the owner’s tick on, until it is taken away', async () => {
  const { rows, open } = stubDatabase<KeptKey>(({ shareId }) => shareId);
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

import { expect, test, vi } from 'vitest';
import { chainTo } from '@/lib/domain/sealed/chain';
import { emptyManifest, sealManifest } from '@/lib/domain/sealed/manifest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { shortHash } from '@/lib/domain/sealed/short-hash';
import { openManifestText, toBase64 } from './manifest-store';

const rows = vi.hoisted(() => new Map<string, object>());
vi.mock('@/lib/client/browser-store', () => ({
  BrowserStore: class {
    get = async (id: string) => rows.get(id);
    put = async (row: { id: string }) => void rows.set(row.id, row);
  },
}));

test('a browser that has seen a newer state of a share says that an older one is served, by page and link alike', async () => {
  const key = await newShareKey();
  const first = chainTo(
    { manifest: emptyManifest, hash: null, revision: 0 },
    { ...emptyManifest, title: 'one' },
  );
  const sealedFirst = await sealManifest(key, first);
  const hash = await shortHash(sealedFirst);
  const second = chainTo({ manifest: first, hash, revision: 1 }, { ...first, title: 'two' });
  const [one, two] = [toBase64(sealedFirst), toBase64(await sealManifest(key, second))];
  const look = async (text: string) => {
    const { manifest, isOlder } = await openManifestText(key, text);
    return [manifest.title, isOlder];
  };
  expect(await look(one)).toEqual(['one', false]);
  expect(await look(two)).toEqual(['two', false]);
  expect(await look(one)).toEqual(['one', true]);
  expect(await look(two)).toEqual(['two', false]);
  expect(await openManifestText(await newShareKey(), null)).toMatchObject({ isOlder: false });
});

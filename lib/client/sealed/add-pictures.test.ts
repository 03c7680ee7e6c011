import { expect, test, vi } from 'vitest';
import { emptyManifest, type Manifest } from '@/lib/domain/sealed/manifest';
import { addPictures } from './add-pictures';
import type { ManifestStore } from './manifest-store';

const shrinkPicture = vi.hoisted(() => vi.fn<(file: File) => Promise<string | null>>());
vi.mock('@/lib/client/shrink-picture', () => ({ shrinkPicture }));

const entry = (salt: string, type = 'image/png') => ({
  salt,
  path: '',
  name: salt,
  size: 1,
  type,
  modifiedMs: null,
});
const pictured = (salt: string, type = 'image/png') => ({ salt, file: new File(['x'], salt, { type }) });

/** @param manifest changes in place of the server's */
function storeOf(manifest: Manifest) {
  const store = { manifest, changes: 0 };
  const change = async (edit: (now: Manifest) => Manifest) => {
    store.manifest = edit(store.manifest);
    store.changes++;
  };
  return { store, given: { change } as unknown as ManifestStore };
}

test('pictures get small ones in one change, and what can’t be drawn gets none', async () => {
  shrinkPicture.mockImplementation(async ({ name }) => (name === 'broken' ? null : `small ${name}`));
  const files = [entry('a'), entry('broken'), entry('text', 'text/plain'), entry('other tab')];
  const { store, given } = storeOf({ ...emptyManifest, files });
  await addPictures(given, [pictured('a'), pictured('broken'), pictured('text', 'text/plain')]);
  expect(store.changes).toBe(1);
  expect(store.manifest.files.map(({ picture }) => picture)).toEqual([
    'small a',
    undefined,
    undefined,
    undefined,
  ]);
});

test('small pictures leave the manifest room for names', async () => {
  shrinkPicture.mockImplementation(async () => 'x'.repeat(16_000));
  const salts = Array.from({ length: 200 }, (_, at) => `picture ${at}`);
  const { store, given } = storeOf({ ...emptyManifest, files: salts.map((salt) => entry(salt)) });
  await addPictures(
    given,
    salts.map((salt) => pictured(salt)),
  );
  const total = store.manifest.files.reduce((sum, { picture = '' }) => sum + picture.length, 0);
  expect(total).toBeLessThanOrEqual(2 * 1024 ** 2);
  expect(total).toBeGreaterThan(2 * 1024 ** 2 - 16_000);
});

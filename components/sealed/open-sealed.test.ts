import { expect, test, vi } from 'vitest';
import type { WorkerShare } from '@/lib/client/sealed/worker/worker-share';
import type { ShareFile } from '@/lib/contract/share/file';
import type { ManifestChain } from '@/lib/domain/sealed/chain';
import { sealedSize } from '@/lib/domain/sealed/layout';
import { emptyManifest, sealManifest } from '@/lib/domain/sealed/manifest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { openSealedShare } from './open-sealed';

const openInWorker = vi.hoisted(() => vi.fn<(share: WorkerShare) => Promise<void>>());
vi.mock('@/lib/client/sealed/open-in-worker', () => ({ openInWorker }));

const salts = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const stored = (salt: string, complete = true) =>
  ({ id: `of ${salt[0]}`, filename: `${salt}.sealed`, path: '', size: sealedSize(5), complete }) as ShareFile;

/** A share whose manifest names two files, both alike. */
async function openShare(files: ShareFile[], chain: Partial<ManifestChain> = {}) {
  const key = await newShareKey();
  const entry = { path: 'in', name: 'a.txt', size: 5, type: 'text/plain', modifiedMs: null };
  const named = salts.slice(0, 2).map((salt) => ({ ...entry, salt }));
  const sealed = await sealManifest(key, { ...emptyManifest, ...chain, files: named });
  const manifest = Buffer.from(sealed).toString('base64');
  const source = { access: 'own', id: 's' } as const;
  const content = await openSealedShare(key, { manifest, files, source }, 'Unnamed');
  return { content, worker: openInWorker.mock.lastCall?.[0] };
}

test('a file that no entry names opens, too, by the salt in its name', async () => {
  const { content, worker } = await openShare(salts.map((salt) => stored(salt)));
  expect(content.files.map(({ filename, size }) => [filename, size])).toEqual([
    ['a.txt', 5],
    ['a.txt', 5],
    ['Unnamed', 5],
  ]);
  const opened = { id: 'of c', salt: salts[2], name: 'Unnamed', size: 5, isWhole: true };
  expect(worker?.files[2]).toMatchObject(opened);
});

test('a file that the sender has removed stays removed, although the server still has it', async () => {
  const removed = salts.slice(2);
  const { content, worker } = await openShare(
    salts.map((salt) => stored(salt)),
    { removed },
  );
  expect(content.files.map(({ id }) => id)).toEqual(['of a', 'of b']);
  expect(worker?.files.map(({ id }) => id)).toEqual(['of a', 'of b']);
});

test('two files with the same name are told apart', async () => {
  const { content } = await openShare(salts.map((salt) => stored(salt)));
  expect(content.files.map(({ id }) => content.salts.get(id))).toEqual(salts);
});

test('the worker knows which files have arrived whole', async () => {
  const { worker } = await openShare([stored('a'.repeat(32)), stored('b'.repeat(32), false)]);
  expect(worker?.files.map(({ isWhole }) => isWhole)).toEqual([true, false]);
});

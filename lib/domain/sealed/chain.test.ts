import { expect, test } from 'vitest';
import { chainTo, isOlder, isRemoved } from './chain';
import { emptyManifest, type Manifest, sealManifest, unsealManifest } from './manifest';
import { newShareKey, type ShareKey } from './share-key';
import { shortHash } from './short-hash';

const saltOf = (letter: string) => letter.repeat(32);
const entry = (letter: string) => ({
  salt: saltOf(letter),
  path: '',
  name: `${letter}.txt`,
  size: 1,
  type: 'text/plain',
  modifiedMs: null,
});

type Stored = { manifest: Manifest; hash: string; revision: number };

/** Writes a manifest as the next revision, and reads it as any reader does. */
async function write(key: ShareKey, last: Stored | null, letters: string): Promise<Stored> {
  const before = last ?? { manifest: emptyManifest, hash: null, revision: 0 };
  const changed = { ...before.manifest, files: [...letters].map(entry) };
  const sealed = await sealManifest(key, chainTo(before, changed));
  const manifest = await unsealManifest(key, sealed);
  return { manifest, hash: await shortHash(sealed), revision: manifest.revision };
}

const seenOf = ({ hash, revision }: Stored) => ({ hash, revision });
const nowOf = ({ hash, manifest: { revision, history } }: Stored) => ({ hash, revision, history });

test('each revision has the number after the last, and names those before by their hashes', async () => {
  const key = await newShareKey();
  const one = await write(key, null, 'a');
  const two = await write(key, one, 'ab');
  const three = await write(key, two, 'b');
  expect([one, two, three].map(({ revision }) => revision)).toEqual([1, 2, 3]);
  expect(three.manifest.history).toEqual([two.hash, one.hash]);
});

test('a reader who has seen a revision notices an older one, another of the same number, and another past', async () => {
  const key = await newShareKey();
  const one = await write(key, null, 'a');
  const two = await write(key, one, 'ab');
  const three = await write(key, two, 'abc');
  const beside = await write(key, one, 'ax');
  const afterBeside = await write(key, beside, 'ay');
  for (const later of [two, three]) expect(isOlder(seenOf(two), nowOf(later))).toBe(false);
  for (const wrong of [one, beside, afterBeside]) expect(isOlder(seenOf(two), nowOf(wrong))).toBe(true);
});

test('a writer who couldn’t read the last revision goes on from its number alone', async () => {
  const key = await newShareKey();
  const one = await write(key, null, 'a');
  const blind = chainTo(
    { manifest: emptyManifest, hash: null, revision: 1 },
    { ...emptyManifest, title: 'x' },
  );
  const sealed = await sealManifest(key, blind);
  const now = { ...blind, hash: await shortHash(sealed) };
  expect(blind).toMatchObject({ revision: 2, history: [] });
  expect(isOlder(seenOf(one), now)).toBe(false);
});

test('a manifest of an older program has no number: two of them are no fork, but none comes after one with a number', async () => {
  const key = await newShareKey();
  const old = { revision: 0, history: [], hash: 'a' };
  expect(isOlder({ revision: 0, hash: 'b' }, old)).toBe(false);
  expect(isOlder(seenOf(await write(key, null, 'a')), old)).toBe(true);
});

test('a file missing from the newest manifest stays removed until it is listed again', async () => {
  const key = await newShareKey();
  const both = await write(key, null, 'ab');
  const { manifest } = await write(key, both, 'a');
  expect([isRemoved(manifest, saltOf('b')), isRemoved(manifest, saltOf('a'))]).toEqual([true, false]);
  const later = await write(key, await write(key, both, 'a'), 'ac');
  expect(isRemoved(later.manifest, saltOf('b'))).toBe(true);
  expect(isRemoved((await write(key, later, 'abc')).manifest, saltOf('b'))).toBe(false);
});

test('history and removed files don’t grow without end', async () => {
  let manifest = emptyManifest;
  for (let n = 0; n < 40; n++) {
    const salt = n.toString(16).padStart(32, '0');
    const changed = {
      ...manifest,
      files: Array.from({ length: 20 }, (_, at) => ({
        ...entry('a'),
        salt: `${salt.slice(0, 30)}${(at + 10).toString(16).padStart(2, '0')}`,
      })),
    };
    manifest = chainTo({ manifest, hash: salt, revision: 0 }, changed);
  }
  expect(manifest.history).toHaveLength(32);
  expect(manifest.removed.length).toBeLessThanOrEqual(500);
});

test('a chain of nonsense is read as none', async () => {
  const key = await newShareKey();
  const odd = { ...emptyManifest, revision: -1.5, history: ['x', 1], removed: 'all' };
  expect(await unsealManifest(key, await sealManifest(key, odd as unknown as Manifest))).toEqual(
    emptyManifest,
  );
});

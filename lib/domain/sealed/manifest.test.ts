import { expect, test } from 'vitest';
import { type Manifest, sealManifest, unsealManifest, withWords } from './manifest';
import { sealBytes } from './seal';
import { newShareKey } from './share-key';
import { UnsealError } from './unseal';

test('a sender who means harm names nothing that a page or an archive couldn’t show', async () => {
  const key = await newShareKey();
  const entry = {
    salt: '0'.repeat(32),
    path: '',
    name: 'a',
    size: 1,
    type: '',
    modifiedMs: 1,
    picture: 'AAAA',
  };
  const bad = [null, 'x', { ...entry, salt: '../../x' }, { ...entry, size: -1 }, { ...entry, name: 1 }];
  const odd = [
    { ...entry, modifiedMs: 1e300 },
    { ...entry, modifiedMs: 'now', picture: 5 },
    { ...entry, picture: '"><script>' },
  ];
  const files = [...bad, ...odd, entry] as Manifest['files'];
  const { picture: _, ...plain } = entry;
  const opened = await unsealManifest(key, await sealManifest(key, { title: '', note: '', files }));
  expect(opened.files).toEqual([
    { ...entry, modifiedMs: null },
    { ...plain, modifiedMs: null },
    plain,
    entry,
  ]);
});

test.each(['null', '7', '[]', '{', '{"version":1}'])('%s is no manifest', async (text) => {
  const key = await newShareKey();
  const bytes = new TextEncoder().encode(text);
  const sealed = await sealBytes(key, { kind: 'manifest', salt: new Uint8Array(16), bytes });
  await expect(unsealManifest(key, sealed)).rejects.toThrow(UnsealError);
});

test('a changed note leaves the title that another tab has given meanwhile', () => {
  const read = { title: 'Plans', note: '' };
  const now = { title: 'Merger', note: '', files: [] };
  expect(withWords(now, read, { title: 'Plans', note: 'Read it.' })).toEqual({ ...now, note: 'Read it.' });
  expect(withWords(now, read, { title: 'Sale', note: '' })).toEqual({ ...now, title: 'Sale' });
});

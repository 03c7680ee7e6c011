import { expect, test } from 'vitest';
import { maxManifestBytes } from '../limits';
import { emptyManifest, type Manifest, sealManifest, unsealManifest, withWords } from './manifest';
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

test('words and names of a sender who means harm are no longer than those of an ordinary share', async () => {
  const key = await newShareKey();
  const [long, deep] = ['b'.repeat(300_000), 'a/'.repeat(100_000)];
  const entry = { salt: '0'.repeat(32), path: deep, name: long, size: 1, type: long, modifiedMs: 1 };
  const bad = { title: long, note: `# Plans\n${'['.repeat(1_000_000)}ä`, files: [entry] };
  const { title, note, files } = await unsealManifest(key, await sealManifest(key, bad));
  expect([title.length, note.length]).toEqual([255, 65_536]);
  expect(note).toMatch(/^# Plans\n\[+$/);
  const { path, name, type } = files[0] ?? entry;
  expect([path.split('/').length, name.length, type.length]).toEqual([64, 255, 255]);
});

test('a note that ends within a letter is cut before it, and words that are none are left out', async () => {
  const key = await newShareKey();
  const note = `a${'ä'.repeat(40_000)}`;
  const opened = await unsealManifest(key, await sealManifest(key, { title: '', note, files: [] }));
  expect(opened.note).toBe(note.slice(0, 1 + 32_767));
  let nested: unknown = [];
  for (let depth = 0; depth < 500; depth++) nested = [nested];
  const odd = { title: nested, note: 7, files: [] } as unknown as Manifest;
  expect(await unsealManifest(key, await sealManifest(key, odd))).toEqual(emptyManifest);
});

test('30,000 files with long names fit, and come back as they were', async () => {
  const key = await newShareKey();
  const files = Array.from({ length: 30_000 }, (_, at) => ({
    salt: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex'),
    path: `Projects/2026/${at % 100}`,
    name: `${'Minutes of the meeting on the plans for the coming year, '.repeat(4)}${at}.docx`,
    size: at,
    type: 'text/plain',
    modifiedMs: 1_790_000_000_000 + at,
  }));
  const sealed = await sealManifest(key, { title: '', note: '', files });
  expect(sealed.length).toBeLessThan(maxManifestBytes);
  expect((await unsealManifest(key, sealed)).files).toEqual(files);
});

test('a manifest that grows without end when it is opened is none', async () => {
  const key = await newShareKey();
  const blanks = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream('gzip'));
  const endless = new Uint8Array(await new Response(blanks).arrayBuffer());
  for (const bytes of [endless, Uint8Array.of(0x1f, 0x8b, 1, 2, 3)]) {
    const plain = { kind: 'manifest', salt: new Uint8Array(16), bytes } as const;
    await expect(unsealManifest(key, await sealBytes(key, plain))).rejects.toThrow(UnsealError);
  }
});

test.each(['null', '7', '[]', '{', '{"version":1}'])('%s is no manifest', async (text) => {
  const key = await newShareKey();
  const bytes = new TextEncoder().encode(text);
  const sealed = await sealBytes(key, { kind: 'manifest', salt: new Uint8Array(16), bytes });
  await expect(unsealManifest(key, sealed)).rejects.toThrow(UnsealError);
});

test('a changed note leaves the title that another tab has given meanwhile', () => {
  const read = { title: 'Plans', note: '' };
  const now = { ...emptyManifest, title: 'Merger' };
  expect(withWords(now, read, { title: 'Plans', note: 'Read it.' })).toEqual({ ...now, note: 'Read it.' });
  expect(withWords(now, read, { title: 'Sale', note: '' })).toEqual({ ...now, title: 'Sale' });
});

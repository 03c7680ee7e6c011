import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import type { ImportSource, SourceFile, SourceItem } from './source';

/** Ways in which a file can be damaged, as the source tells of them or as reading shows. */
const damages: [name: string, damage: (file: SourceFile) => SourceFile][] = [
  [
    'is shorter than the source says',
    (file) => ({ ...file, sizeBytes: file.sizeBytes + 1, sha256: '0'.repeat(64) }),
  ],
  ['has another SHA-256', (file) => ({ ...file, sha256: '0'.repeat(64) })],
  ['has another MD5', (file) => ({ ...file, md5: '0'.repeat(32) })],
  [
    'can’t be read',
    (file) => ({
      ...file,
      sha256: '0'.repeat(64),
      read: () => {
        throw new Error('the disk is broken');
      },
    }),
  ],
];

let damage = (file: SourceFile) => file;
const sample = sampleFor('pingvin', (folder, options): ImportSource => {
  const source = openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options);
  const items = async function* (): AsyncGenerator<SourceItem> {
    let isDamaged = false;
    for await (const item of source.items()) {
      const [first, ...rest] = 'share' in item ? item.share.files : [];
      if (!('share' in item) || !first || isDamaged) yield item;
      else yield { share: { ...item.share, files: [damage(first), ...rest] } };
      isDamaged ||= first !== undefined;
    }
  };
  return { ...source, items };
});

test.each(damages)('a dry run counts a file out that %s, as the import does', async (_how, damaged) => {
  damage = (file) => file;
  const sound = await sample.run(true);
  damage = damaged;
  const dry = await sample.run(true);
  const files = ({ skipped }: typeof dry) => skipped.filter(({ kind }) => kind === 'file');
  expect(dry.imported.files).toBe(sound.imported.files - 1);
  expect(files(dry)).toHaveLength(files(sound).length + 1);
});

test('a dry run reports damaged files as the import does', async () => {
  damage = damages[1]?.[1] ?? damage;
  const dry = await sample.run(true);
  const real = await sample.run(false);
  expect([real.imported, real.skipped]).toEqual([dry.imported, dry.skipped]);
});

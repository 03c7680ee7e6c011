import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkFile } from './copy-file';
import type { SourceFile } from './source';

const bytes = Buffer.from('The plan of the harbour');
const sumOf = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
const [md5, sha256] = ['md5', 'sha256'].map(sumOf);

const file = (over: Partial<SourceFile> = {}): SourceFile => ({
  oldId: 'plan',
  name: 'plan.txt',
  mimeType: null,
  sizeBytes: bytes.length,
  createdAt: new Date(0),
  read: async function* () {
    yield bytes.subarray(0, 3);
    yield bytes.subarray(3);
  },
  ...over,
});

test.each([
  ['none', {}],
  ['an empty one', { md5: '', sha256: null }],
  ['both', { md5, sha256 }],
  ['both in capitals', { md5: md5?.toUpperCase(), sha256: sha256?.toUpperCase() }],
])('a file is sound with %s of the checksums', async (_which, sums) => {
  await expect(checkFile(file(sums as Partial<SourceFile>))).resolves.toBeUndefined();
});

test.each([
  ['its MD5 is another', { md5: '0'.repeat(32), sha256 }, 'checksumMismatch'],
  ['its SHA-256 is another', { md5, sha256: '0'.repeat(64) }, 'checksumMismatch'],
  ['a byte is missing', { sizeBytes: bytes.length + 1 }, 'sizeMismatch'],
  ['a byte is too many', { sizeBytes: bytes.length - 1 }, 'sizeMismatch'],
])('a file is damaged when %s', async (_why, over, reason) => {
  await expect(checkFile(file(over as Partial<SourceFile>))).rejects.toMatchObject({ reason });
});

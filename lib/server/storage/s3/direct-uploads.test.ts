import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { directUploads } from './direct-uploads';
import { BucketRefusal } from './errors';
import type { BucketDeps } from './lazy-upload';

const fileId = 'file-0123456789';
const mb = 1024 * 1024;
/** Two parts of 16 MB, and a byte. */
const sizeBytes = 32 * mb + 1;
const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const sumOf = (text: string) => createHash('sha256').update(text).digest('base64');
type Listed = { number: number; sizeBytes: number; etag: string; sum: string | null };
const listed = (number: number, over: Partial<Listed> = {}): Listed => ({
  number,
  sizeBytes: number === 3 ? 1 : 16 * mb,
  etag: `etag ${number}`,
  sum: sumOf(`part ${number}`),
  ...over,
});

type BucketState = {
  uploadId: string | null;
  signed?: [number, string][];
  parts?: Listed[];
  whole?: number | null;
};

/** A bucket and its rows, as far as direct uploads ask them. */
function stored({ uploadId, signed = [], parts = [], whole = null }: BucketState) {
  const done: string[] = [];
  const keep = new Map(signed);
  const upload = { fileId, uploadId, partBytes: 16 * mb, isDirect: true };
  const bucket = {
    settings: { region: 'x', accessKeyId: 'x', secretAccessKey: 'x' },
    objectUrl: async () => new URL('https://bucket.test/file'),
    beginMultipart: async () => {
      done.push('begin');
      return 'fresh';
    },
    abortMultipart: async () => void done.push('abort'),
    listParts: async (_key: string, _id: string, after: number) => ({
      parts: parts.filter(({ number }) => number > after).slice(0, 2),
      next: parts.filter(({ number }) => number > after)[2]
        ? (parts.filter(({ number }) => number > after)[1]?.number ?? null)
        : null,
      hasSums: true,
    }),
    completeListed: async (_key: string, _id: string, all: Listed[]) => {
      if (whole !== null) throw new BucketRefusal(404, 'NoSuchUpload', 'It is gone.');
      done.push(`complete ${all.map(({ number }) => number).join()}`);
    },
    sizeOf: async () => whole,
  };
  const rows = {
    read: async () => upload,
    begin: async () => upload,
    beginAnew: async () => {
      done.push('anew');
      keep.clear();
      upload.uploadId = null;
    },
    addUploadId: async () => void done.push('note'),
    signedParts: async () => new Map(keep),
    addSigned: async (_file: string, all: { number: number; sha256: string }[]) => {
      for (const { number, sha256 } of all) keep.set(number, sha256);
    },
    forgetSigned: async () => void done.push('forget'),
  };
  const deps = { bucket, rows } as unknown as BucketDeps;
  return { done, direct: directUploads(deps) };
}

const signedAll: [number, string][] = [1, 2, 3].map((number) => [number, hex(`part ${number}`)]);
const allParts = [1, 2, 3].map((number) => listed(number));
const asked = (number: number, text = `part ${number}`) => ({ number, sha256: hex(text) });

test('all parts are joined in their order, over several pages of the list', async () => {
  const { direct, done } = stored({ uploadId: 'one', signed: signedAll, parts: allParts });
  expect(await direct.join(fileId, sizeBytes)).toEqual([]);
  expect(done).toEqual(['complete 1,2,3', 'forget']);
});

test.each([
  ['isn’t there', allParts.slice(0, 2)],
  ['has another size', [...allParts.slice(0, 2), listed(3, { sizeBytes: 2 })]],
  ['has another sum', [...allParts.slice(0, 2), listed(3, { sum: sumOf('other') })]],
])('a part that %s is missing, and nothing is joined', async (_, parts) => {
  const { direct, done } = stored({ uploadId: 'one', signed: signedAll, parts });
  expect([await direct.join(fileId, sizeBytes), done]).toEqual([[3], []]);
});

test('a part that nobody signed is missing', async () => {
  const { direct } = stored({ uploadId: 'one', signed: signedAll.slice(0, 2), parts: allParts });
  expect(await direct.join(fileId, sizeBytes)).toEqual([3]);
});

test('where the service keeps no sum of a part, all signed ones are kept, for the file is read back by them', async () => {
  const parts = [...allParts.slice(0, 2), listed(3, { sum: null })];
  const { direct, done } = stored({ uploadId: 'one', signed: signedAll, parts });
  expect([await direct.join(fileId, sizeBytes), done]).toEqual([[], ['complete 1,2,3']]);
});

test('what a process that ended has joined is whole only in its own size', async () => {
  const joined = (whole: number) =>
    stored({ uploadId: 'one', signed: signedAll, parts: allParts, whole }).direct.join(fileId, sizeBytes);
  expect(await joined(sizeBytes)).toEqual([]);
  await expect(joined(sizeBytes - 1)).rejects.toMatchObject({ code: 'upload.expired' });
});

test('a part that is there as it was signed is said to be, and others get an address for their bytes alone', async () => {
  const parts = [listed(1), listed(2, { sum: sumOf('other') })];
  const { direct, done } = stored({ uploadId: 'one', signed: signedAll, parts });
  const [first, second, third] = await direct.sign(
    fileId,
    sizeBytes,
    [1, 2, 3].map((n) => asked(n)),
  );
  expect([first, second?.isStored, third?.isStored]).toEqual([
    { number: 1, isStored: true, url: '', headers: {} },
    false,
    false,
  ]);
  expect(second?.url).toContain('partNumber=2');
  expect(second?.url).toContain('uploadId=one');
  expect(done).toEqual([]);
});

test('a file that has changed begins anew, so that no part of the earlier one is in it', async () => {
  const { direct, done } = stored({ uploadId: 'one', signed: signedAll, parts: allParts });
  const [first] = await direct.sign(fileId, sizeBytes, [asked(1, 'changed')]);
  expect(first?.isStored).toBe(false);
  expect(done[0]).toBe('anew');
});

test('signing nothing begins the upload, and asks the bucket for no list', async () => {
  const { direct, done } = stored({ uploadId: null });
  expect(await direct.sign(fileId, sizeBytes, [])).toEqual([]);
  expect(done).toEqual(['anew', 'begin', 'note']);
});

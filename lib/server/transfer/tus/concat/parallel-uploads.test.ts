import { crc32 } from 'node:zlib';
import { Upload } from 'tus-js-client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { LongLine } from '@/testing/network/long-line';
import { sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';
import { crc32Hex } from '../../receive/digests';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

/** Sends a file by four streams of tus-js-client over a long line; `onAnswer` is called before it hears an answer. */
async function sendInFour(bytes: Buffer, onAnswer: (line: LongLine, method: string, concat: string) => void) {
  const { ctx, share, auth, download } = await uploading(port);
  const line = await new LongLine(port, { delayMs: 10, windowBytes: 256 * 1024 }).listen();
  onTestFinished(() => line.close());
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${line.url}/api/v2/sec/upload/${share.id}/files/tus`,
      headers: { ...auth, 'Idempotency-Key': 'four-streams-of-one-file-and-its-key' },
      metadata: { filename: 'film.mov' },
      parallelUploads: 4,
      chunkSize: 128 * 1024,
      retryDelays: Array(10).fill(20),
      onAfterResponse: (request) =>
        onAnswer(line, request.getMethod(), request.getHeader('Upload-Concat') ?? ''),
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
  const files = await ctx.db.file.findMany({ where: { shareId: share.id } });
  return { files, content: await download(new URL(url).pathname) };
}

const whole = (bytes: Buffer) => ({
  name: 'film.mov',
  state: 'complete',
  sha256: sha256(bytes),
  crc32: crc32Hex(crc32(bytes)),
});

test('tus-js-client sends a file in four streams, and nothing but the file is there', async () => {
  const bytes = someBytes(2_000_003);
  const { files, content } = await sendInFour(bytes, () => undefined);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject(whole(bytes));
  expect(content.equals(bytes)).toBe(true);
});

test('a line that is cut amid the streams loses, doubles and mixes nothing', async () => {
  const bytes = someBytes(2_000_003);
  let answers = 0;
  const { files, content } = await sendInFour(bytes, (line, method) => {
    if (method !== 'PATCH') return;
    answers++;
    if (answers === 3 || answers === 9) line.breakAll();
  });
  expect(files.filter(({ state }) => state === 'complete')).toEqual([expect.objectContaining(whole(bytes))]);
  expect(content.equals(bytes)).toBe(true);
}, 30_000);

test('a client that lost the answer to its join sends nothing again', async () => {
  const bytes = someBytes(1_000_000);
  let joins = 0;
  let patches = 0;
  const { files, content } = await sendInFour(bytes, (_line, method, concat) => {
    if (method === 'PATCH') patches++;
    if (!concat.startsWith('final')) return;
    joins++;
    if (joins === 1) throw Object.assign(new Error('lost on the way'), { originalRequest: {} }); // it tries again
  });
  expect(joins).toBe(2);
  expect(patches).toBe(8); // two for each stream
  expect(files).toEqual([expect.objectContaining(whole(bytes))]);
  expect(content.equals(bytes)).toBe(true);
});

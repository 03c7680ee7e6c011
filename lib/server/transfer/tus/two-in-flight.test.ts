import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { DefaultHttpStack, Upload } from 'tus-js-client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isHopedFor, TwoInFlight } from '@/lib/domain/file/two-in-flight';
import { LongLine } from '@/testing/network/long-line';
import { idOf, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';
import { crc32Hex } from '../receive/digests';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

/** A file of which the first request is on its way and the second, which begins where it ends, has all been sent. */
async function setUp({ cut = 400_000, length = 600_000 } = {}) {
  const bytes = someBytes(length);
  const { ctx, tus, rowOf, download } = await uploading(port);
  const path = await tus.begin(bytes.length);
  const first = tus.stream(path, 0, { 'content-length': cut });
  first.request.write(bytes.subarray(0, 100_000));
  const committed = (wanted: number) =>
    expect
      .poll(() => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } }), { timeout: 8_000 })
      .toMatchObject({ offsetBytes: BigInt(wanted) });
  await committed(100_000);
  const second = tus.stream(path, cut, { 'content-length': bytes.length - cut });
  second.request.end(bytes.subarray(cut));
  const [socket] = second.request.socket ? [second.request.socket] : await once(second.request, 'socket');
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  return { bytes, tus, path, first, second, cut, committed, rowOf, download };
}

/** Longer than a request may go on that another one has asked to end. */
const longerThanDrainMs = 2_500;

test('a request that begins where the one before it ends waits for all of it, however slow, and both count', async () => {
  const { bytes, path, first, second, cut, rowOf, download } = await setUp();
  await delay(longerThanDrainMs);
  first.request.end(bytes.subarray(100_000, cut));
  const answers = [await first.reply, await second.reply];
  expect(answers.map(({ status, headers }) => [status, headers['upload-offset']])).toEqual([
    [204, String(cut)],
    [204, String(bytes.length)],
  ]);
  const sums = { sha256: sha256(bytes), crc32: crc32Hex(crc32(bytes)) };
  expect(await rowOf(path)).toMatchObject({ state: 'complete', ...sums });
  expect((await download(path)).equals(bytes)).toBe(true);
}, 20_000);

test('when the first breaks off, the second leaves no gap: it is told where the file ends, and is sent again', async () => {
  const { bytes, tus, path, first, second, cut, rowOf } = await setUp();
  first.request.destroy();
  const refused = await second.reply;
  expect([refused.status, refused.json().code]).toEqual([409, 'upload.wrongOffset']);
  const { headers } = await tus.head(path);
  const offset = Number(headers['upload-offset']);
  expect(offset).toBe(100_000);
  expect((await tus.patch(path, offset, bytes.subarray(offset, cut))).status).toBe(204);
  expect((await tus.patch(path, cut, bytes.subarray(cut))).status).toBe(204);
  expect(await rowOf(path)).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test('when the first is refused for its checksum, nothing of the second is kept', async () => {
  const bytes = someBytes(3_000);
  const { tus, rowOf } = await uploading(port);
  const path = await tus.begin(bytes.length);
  const sum = `sha1 ${Buffer.alloc(20).toString('base64')}`;
  const first = tus.stream(path, 0, { 'content-length': 2_000, 'upload-checksum': sum });
  first.request.write(bytes.subarray(0, 1_000));
  await expect.poll(async () => (await rowOf(path)).upload?.leaseHolder ?? null).not.toBeNull();
  const second = tus.patch(path, 2_000, bytes.subarray(2_000));
  first.request.end(bytes.subarray(1_000, 2_000));
  expect([(await first.reply).status, (await second).status]).toEqual([460, 409]);
  expect((await rowOf(path)).upload).toMatchObject({ offsetBytes: 0n, leaseHolder: null });
});

test('a request that fits nowhere still has the one before it stopped: its client may be gone', async () => {
  const { bytes, tus, path, first, second, cut } = await setUp();
  const other = await tus.patch(path, 100_000, bytes.subarray(100_000, cut));
  expect((await first.reply).headers['upload-offset']).toBe('100000');
  // Whichever of the two came next, the other was told so, and no byte is in two places.
  const statuses = [other.status, (await second.reply).status];
  expect(statuses[0]).toBe(204);
  expect([204, 409]).toContain(statuses[1]);
});

/** Sends a file by tus-js-client over a long line, 128 KiB a request. `onRequest` is called before each. */
async function sendFarAway(bytes: Buffer, onRequest: (line: LongLine, nth: number) => void) {
  const { ctx, share, auth, download } = await uploading(port);
  const line = await new LongLine(port, { delayMs: 20, windowBytes: 256 * 1024 }).listen();
  onTestFinished(() => line.close());
  let [requests, hoped] = [0, 0];
  const httpStack = new TwoInFlight({
    inner: new DefaultHttpStack({}),
    fileBytes: bytes.length,
    whenSent: (request) => once(request.getUnderlyingObject() as ClientRequest, 'finish'),
  });
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      httpStack,
      endpoint: `${line.url}/api/v2/sec/upload/${share.id}/files/tus`,
      headers: auth,
      chunkSize: 128 * 1024,
      retryDelays: [20, 20, 20],
      onBeforeRequest: () => onRequest(line, requests++),
      onAfterResponse: (_request, response) => {
        if (isHopedFor(response)) hoped++;
      },
      onUploadUrlAvailable: () => {
        upload.url = `${line.url}${new URL(upload.url ?? '').pathname}`;
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
  const path = new URL(url).pathname;
  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
  return { file, hoped, content: await download(path) };
}

test('tus-js-client sends two requests at a time, and the file is right', async () => {
  const bytes = someBytes(2_000_000);
  const { file, hoped, content } = await sendFarAway(bytes, () => undefined);
  expect(hoped).toBeGreaterThan(10);
  expect(file).toMatchObject({ state: 'complete', sha256: sha256(bytes), crc32: crc32Hex(crc32(bytes)) });
  expect(content.equals(bytes)).toBe(true);
});

test('a line that is cut four times loses, doubles and mixes nothing', async () => {
  const bytes = someBytes(2_000_000);
  const cutAt = [3, 7, 12, 18];
  const { file, content } = await sendFarAway(bytes, (line, nth) => {
    if (cutAt.includes(nth)) setTimeout(() => line.breakAll(), 15);
  });
  expect(file).toMatchObject({ state: 'complete', crc32: crc32Hex(crc32(bytes)) });
  expect(content.equals(bytes)).toBe(true);
}, 30_000);

import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { hex32 } from '@/lib/server/dataplane/upload/digests';
import { idOf, send, sha256, someBytes, startDoor, tusClient, uploader } from '@/test/dataplane';

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});

test('a file sent in three parts arrives whole, with its checksums', async () => {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const bytes = someBytes(700_001);
  const path = await tus.begin(bytes.length, { 'sharry-file-name': 'a.bin' });

  for (const [from, to] of [
    [0, 300_000],
    [300_000, 300_001],
    [300_001, 700_001],
  ] as const) {
    const { status, headers } = await tus.patch(path, from, bytes.subarray(from, to));
    expect([status, headers['upload-offset']]).toEqual([204, String(to)]);
  }

  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) }, include: { upload: true } });
  expect(file).toMatchObject({
    name: 'a.bin',
    state: 'complete',
    storedBytes: 700_001n,
    sha256: sha256(bytes),
    crc32: hex32(crc32(bytes)),
    upload: null,
  });
  const download = await send(port, 'GET', `/api/v2/sec/share/${share.id}/file/${file.id}`, {
    headers: auth,
  });
  expect(download.body.equals(bytes)).toBe(true);
});

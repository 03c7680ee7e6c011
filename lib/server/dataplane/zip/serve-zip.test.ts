import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { send, startDoor, tusClient, uploader } from '@/test/dataplane';

let port = 0;
beforeAll(async () => {
  ({ port } = await startDoor());
});

test('a file without a checksum is read once, and the archive is right then and later', async () => {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const content = Buffer.from('what the checksum is of');
  await tus.patch(await tus.begin(content.length), 0, content);
  const zip = () => send(port, 'GET', `/api/v2/sec/share/${share.id}/zip`, { headers: auth });
  const usual = await zip();
  expect(usual.status).toBe(200);
  expect(usual.body.readUInt32LE(14)).toBe(crc32(content));

  await ctx.db.file.updateMany({ where: { shareId: share.id }, data: { crc32: null } });
  expect((await zip()).body.equals(usual.body)).toBe(true);
  const [file] = await ctx.db.file.findMany({ where: { shareId: share.id } });
  expect(file?.crc32).toBe(crc32(content).toString(16).padStart(8, '0'));
});

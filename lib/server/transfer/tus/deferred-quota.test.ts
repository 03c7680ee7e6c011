import { expect, test } from 'vitest';
import { send, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

const { port } = await startTransfer();

async function recording(maxBytes: number) {
  const { ctx, tus, ...rest } = await uploading(port);
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes } });
  const headers = { ...tus.tus, 'upload-defer-length': '1', 'sharry-file-name': 'talk.webm' };
  const reply = await send(port, 'POST', tus.base, { headers });
  const path = new URL(String(reply.headers.location), 'http://any').pathname;
  return { tus, path, ...rest };
}

test('an account’s quota holds for an upload of deferred length, by its bytes and by the length', async () => {
  const { tus, path, rowOf } = await recording(1_000);
  expect((await tus.patch(path, 0, someBytes(900))).status).toBe(204);
  const refused = [
    await tus.patch(path, 900, someBytes(200)),
    await tus.patch(path, 900, someBytes(50), { 'upload-length': 1_100 }),
    await tus.patch(path, 900, Buffer.alloc(0), { 'upload-length': 1_001 }),
  ];
  expect(refused.map((reply) => reply.json().code)).toEqual(Array(3).fill('upload.quotaBytes'));
  expect((await tus.head(path)).headers['upload-offset']).toBe('900');
  expect((await tus.patch(path, 900, someBytes(99), { 'upload-length': 999 })).status).toBe(204);
  expect(await rowOf(path)).toMatchObject({ state: 'complete', sizeBytes: 999n });
});

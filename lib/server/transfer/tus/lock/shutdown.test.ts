import { expect, test, vi } from 'vitest';
import { closeFrontDoor } from '@/lib/server/runtime/front-door';
import { faults } from '@/testing/network/faulty-storage';
import { filePart, formOf, formType } from '@/testing/service/form';
import {
  idOf,
  open,
  type Reply,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
} from '@/testing/service/transfer';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

// In a file of its own: afterwards this process takes no more uploads.
test('a stop commits what running uploads sent, drops running forms, tells them to come back, and waits for neither', async () => {
  const { server, port } = await startTransfer();
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const running: { path: string; reply: Promise<Reply>; sent: number }[] = [];
  for (const sent of [10, 200_000, 777_777]) {
    const path = await tus.begin(1_000_000);
    const { request, reply } = tus.stream(path, 0, { 'content-length': 1_000_000 });
    request.write(someBytes(sent));
    await expect.poll(() => request.socket?.bytesWritten ?? 0).toBeGreaterThan(sent);
    running.push({ path, reply, sent });
  }
  const isFirstSeen = () => ctx.db.upload.findUnique({ where: { fileId: idOf(running[2]?.path ?? '') } });
  await expect.poll(isFirstSeen, { timeout: 5_000 }).toMatchObject({ offsetBytes: 777_777n });

  const form = formOf(filePart('a', someBytes(300_000)));
  const headers = { ...auth, ...formType, 'content-length': form.length };
  const halfForm = open(port, 'POST', '/api/v2/sec/upload', headers);
  halfForm.request.write(form.subarray(0, 200_000));
  await expect.poll(() => faults.opened.length).toBe(running.length + 1);

  const stoppedAt = Date.now();
  await closeFrontDoor(server, 7_000);
  expect(Date.now() - stoppedAt).toBeLessThan(4_000);

  const refused = await halfForm.reply;
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } })).toBe(1);
  for (const { path, reply, sent } of running) {
    const { status, headers } = await reply;
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    const upload = await ctx.db.upload.findUniqueOrThrow({ where: { fileId: idOf(path) } });
    expect(upload.offsetBytes).toBe(BigInt(sent));
  }
});

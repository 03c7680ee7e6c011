import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { getShare } from '@/lib/server/services/share/detail';
import { faults } from '@/testing/network/faulty-storage';
import { filePart, formOf, type RawPart } from '@/testing/service/form';
import { formCase, untouched, ways } from '@/testing/service/form-case';
import { sha256, someBytes, startTransfer } from '@/testing/service/transfer';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

const limits = vi.hoisted(() => ({}) as { MAX_SIZE?: number; REQUIRE_SHARE_PASSWORD?: boolean });

vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...limits }) };
});

let port: number;
beforeAll(async () => {
  faults.full = () => new AppError('storage.full');
  port = (await startTransfer()).port;
});
afterEach(() => {
  Object.assign(faults, { space: null, bite: null, afterFinish: null, opened: [] });
  delete limits.MAX_SIZE;
});
const setUp = () => formCase(port);

test.each(ways)(
  'more than fits into %s is refused with the limit; nothing is cut off, nothing is left',
  async (_, path) => {
    const of = await setUp();
    limits.MAX_SIZE = 1_000;
    const parts = [filePart('fits', someBytes(600)), filePart('too much', someBytes(401))];
    const reply = await of.client.post(path(of), formOf(...parts));
    expect([reply.status, reply.json()]).toMatchObject([
      200,
      {
        success: false,
        code: 'form.tooLarge',
        message: expect.stringContaining(
          'Upload is too large. Together, files must not be bigger than 1000B.',
        ),
      },
    ]);
    expect(await of.left()).toEqual(untouched);
    expect(faults.opened.length).toBeGreaterThan(0);
    await expect.poll(of.stored).toBe(0);

    const exactly = [filePart('a', someBytes(600)), filePart('b', someBytes(400)), filePart('c', '')];
    expect((await of.client.post(path(of), formOf(...exactly))).json()).toMatchObject({ success: true });
    expect((await of.left()).files).toBe(3);
  },
);

test.each(ways)(
  'more than its account takes is refused while it comes into %s, and nothing is left',
  async (_, path) => {
    const of = await setUp();
    const limit = (data: object) => of.ctx.db.account.update({ where: { id: of.ctx.viewer.id }, data });
    const post = (...parts: RawPart[]) => of.client.post(path(of), formOf(...parts));
    await limit({ maxBytes: 1_000n });
    const tooMuch = await post(filePart('a', someBytes(600)), filePart('b', someBytes(401)));
    expect([tooMuch.status, tooMuch.json().code]).toEqual([413, 'upload.quotaBytes']);
    expect(tooMuch.json().message).toContain('1000B');
    await limit({ maxFiles: 1 });
    const tooMany = await post(filePart('a', 'x'), filePart('b', 'y'));
    expect([tooMany.status, tooMany.json().code]).toEqual([413, 'upload.quotaFiles']);
    expect(await of.left()).toEqual(untouched);
    await expect.poll(of.stored).toBe(0);
    expect((await post(filePart('a', someBytes(1000)))).json()).toMatchObject({ success: true });
  },
);

test('files declared while a form came in count against its account', async () => {
  const { client, share, ctx, left } = await setUp();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 1_000n } });
  const data = { id: ctx.newId(), shareId: share.id, name: 'declared', mimeType: 'a/b', sizeBytes: 600 };
  faults.afterFinish = async () => {
    await ctx.db.file.create({ data });
  };
  const { status } = await client.make(filePart('a', someBytes(500)));
  expect(status).toBe(413);
  expect(await left()).toEqual({ shares: 1, files: 1 });
});

test('files that are there, or were declared while the form came in, count against its limit', async () => {
  const { client, share, ctx, left } = await setUp();
  limits.MAX_SIZE = 1_000;
  const data = { id: ctx.newId(), shareId: share.id, name: 'declared', mimeType: 'a/b', sizeBytes: 600 };
  faults.afterFinish = async () => {
    await ctx.db.file.create({ data });
  };
  const meanwhile = await client.add(share.id, filePart('a', someBytes(500)));
  expect(meanwhile.json()).toMatchObject({ success: false, code: 'form.tooLarge' });
  faults.afterFinish = null;
  const before = await client.add(share.id, filePart('a', someBytes(401)));
  expect(before.json()).toMatchObject({ success: false, code: 'form.tooLarge' });
  expect(await left()).toEqual({ shares: 1, files: 1 });
  expect((await client.add(share.id, filePart('a', someBytes(400)))).json()).toMatchObject({ success: true });
});

test.each(ways)('a full disk while a form comes into %s is 507, and nothing is left', async (_, path) => {
  const of = await setUp();
  faults.space = 100_000;
  const reply = await of.client.post(
    path(of),
    formOf(filePart('a', someBytes(60_000)), filePart('b', someBytes(60_000))),
  );
  expect([reply.status, reply.json().code, reply.headers['retry-after']]).toEqual([507, 'storage.full', '5']);
  expect(await of.left()).toEqual(untouched);
});

test('short writes on a disk that isn’t full are gone on with', async () => {
  const { client, ctx } = await setUp();
  faults.bite = 70_001;
  const bytes = someBytes(300_000);
  const shareId = await client.made(filePart('a', bytes));
  await hashFiles(ctx);
  expect((await getShare(ctx, { shareId })).files).toMatchObject([
    { complete: true, checksum: sha256(bytes) },
  ]);
});

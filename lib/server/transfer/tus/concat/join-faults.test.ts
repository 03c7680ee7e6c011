import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { faults, mend } from '@/testing/network/faulty-storage';
import { idOf, send, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

let port: number;
beforeAll(async () => {
  faults.full = () => new AppError('storage.full');
  port = (await startTransfer()).port;
});
afterEach(mend);

const pieces = [someBytes(700_000), someBytes(600_000)];

async function twoParts() {
  const { ctx, share, tus, download } = await uploading(port);
  const paths: string[] = [];
  for (const piece of pieces) {
    const path = await tus.begin(piece.length, { 'upload-concat': 'partial' });
    await tus.patch(path, 0, piece);
    paths.push(path);
  }
  const join = () =>
    send(port, 'POST', tus.base, { headers: { ...tus.tus, 'upload-concat': `final;${paths.join(' ')}` } });
  const files = () => ctx.db.file.findMany({ where: { shareId: share.id }, orderBy: { state: 'asc' } });
  const check = async () => {
    const answer = await join();
    expect(answer.status).toBe(201);
    const [file, ...others] = await files();
    expect(others).toEqual([]);
    expect(file?.id).toBe(idOf(String(answer.headers.location)));
    expect((await download(String(answer.headers.location))).equals(Buffer.concat(pieces))).toBe(true);
  };
  return { ctx, tus, paths, join, files, check };
}

const failing = (times: number) => () => {
  times--;
  if (times === 0) throw new Error('the process ends here');
};

test.each([
  ['before its first part is final', { beforeFinish: failing(1) }],
  ['after its first part is final', { afterFinish: failing(1) }],
  ['before its second part is final', { beforeFinish: failing(2) }],
  ['before the file is final', { beforeFinish: failing(3) }],
  ['after the file is final', { afterFinish: failing(3) }],
  ['while it reads', { readFailsAfter: 200_000 }],
  ['on a full disk', { space: 300_000 }],
] as const)('a join that breaks off %s changes nothing, and is asked for again', async (_when, fault) => {
  const { ctx, join, files, check } = await twoParts();
  const before = await ctx.db.removal.count({ where: { since: { lte: new Date() } } });
  Object.assign(faults, fault);
  expect((await join()).status).toBeGreaterThanOrEqual(500);
  expect((await files()).map(({ state }) => state)).toEqual(['incoming', 'incoming']);
  // The copied bytes are on their way out.
  expect(await ctx.db.removal.count({ where: { since: { lte: new Date() } } })).toBe(before + 1);
  mend();
  await check();
});

test('a part that is taken back while it is joined takes the join with it, and no bytes stay', async () => {
  const { ctx, tus, paths, join, files } = await twoParts();
  const [first = '', second = ''] = paths;
  const before = new Set((await ctx.db.removal.findMany()).map(({ fileId }) => fileId));
  let finished = 0;
  faults.afterFinish = async () => {
    finished++;
    if (finished === 3) expect((await tus.remove(first)).status).toBe(204);
  };
  expect((await join()).status).toBe(404);
  expect((await files()).map(({ id }) => id)).toEqual([idOf(second)]);
  await removeBytes(ctx);
  const left = (await ctx.db.removal.findMany()).filter(({ fileId }) => !before.has(fileId));
  expect(left).toEqual([]);
  expect((await tus.head(second)).headers['upload-offset']).toBe('600000');
});

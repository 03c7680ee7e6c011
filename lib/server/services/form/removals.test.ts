import { expect, test } from 'vitest';
import { openContext } from '@/testing/service/context';
import { postponeRemovals, removeNow, scheduleRemovals } from './removals';

const hour = 3_600_000;
const ctx = openContext();
const files = (count: number) => Array.from({ length: count }, () => ctx.newId());

/** In hours from now. */
async function removedIn(ids: string[]): Promise<number[]> {
  const rows = await ctx.db.removal.findMany({ where: { fileId: { in: ids } } });
  return ids.flatMap((id) => {
    const row = rows.find(({ fileId }) => fileId === id);
    return row ? [Math.round((row.since.getTime() - Date.now()) / hour) || 0] : [];
  });
}

test('bytes are removed after UPLOAD_TTL, at once where they are of no use, and others not with them', async () => {
  const ids = files(3);
  await scheduleRemovals({ ...ctx, config: { ...ctx.config, UPLOAD_TTL: 5 * hour } }, ids);
  await removeNow(ctx, ids.slice(0, 1));
  expect(await removedIn(ids)).toEqual([0, 5, 5]);
  await postponeRemovals({ ...ctx, config: { ...ctx.config, UPLOAD_TTL: 9 * hour } }, ids.slice(1, 2));
  expect(await removedIn(ids)).toEqual([0, 9, 5]);
});

test('a form of which one file’s bytes are gone is over, however many are there', async () => {
  const ids = files(3);
  await scheduleRemovals(ctx, ids);
  await ctx.db.removal.deleteMany({ where: { fileId: { in: ids.slice(0, 1) } } });
  await expect(postponeRemovals(ctx, ids)).rejects.toMatchObject({ code: 'upload.expired' });
});

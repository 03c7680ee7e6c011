import { expect, test } from 'vitest';
import { draftShare, userContext } from '@/testing/service/context';
import { record } from './record';

test('admins and those who manage the share hear of one event, or nobody does', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const event = {
    event: 'share.limit',
    shareId,
    details: { maxViews: 2 },
    activity: { field: 'maxViews' },
  } as const;
  const rows = async () => [
    await ctx.db.auditEvent.count({ where: { shareId, event: 'share.limit' } }),
    await ctx.db.shareEvent.count({ where: { shareId, kind: 'changed' } }),
  ];
  const broken = ctx.db.$transaction(async (tx) => {
    await record(ctx, event, tx);
    throw new Error('the change failed');
  });
  await expect(broken).rejects.toThrow('the change failed');
  expect(await rows()).toEqual([0, 0]);
  await ctx.db.$transaction((tx) => record(ctx, event, tx));
  expect(await rows()).toEqual([1, 1]);
});

test('a change whose event can’t be recorded fails with it', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { name: 'Hafen' });
  const unusable = { ...ctx, now: new Date(Number.NaN) };
  const change = ctx.db.$transaction(async (tx) => {
    await tx.share.update({ where: { id: shareId }, data: { name: 'Kai' } });
    await record(unusable, { event: 'share.modify', shareId, activity: { field: 'name' } }, tx);
  });
  await expect(change).rejects.toThrow();
  expect(await ctx.db.share.findUnique({ where: { id: shareId } })).toMatchObject({ name: 'Hafen' });
});

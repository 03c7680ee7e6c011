import { expect, test } from 'vitest';
import { Prisma } from '@/lib/server/db/generated/client';
import { draftShare, userContext } from '@/testing/service/context';
import { removeSome } from './remove';

test('a share that somebody is just changing is left to him, and stays if it then is none of them', async () => {
  const ctx = await userContext();
  const [changing, other] = [await draftShare(ctx), await draftShare(ctx)];
  const which = Prisma.sql`s."ownerId" = ${ctx.viewer.id} AND s."name" <> 'kept'`;
  await ctx.db.$transaction(async (tx) => {
    await tx.share.update({ where: { id: changing.id }, data: { name: 'kept' } });
    expect(await removeSome(ctx.db, which)).toBe(1);
  });
  expect(await removeSome(ctx.db, which)).toBe(0);
  const left = await ctx.db.share.findMany({ where: { id: { in: [changing.id, other.id] } } });
  expect(left.map(({ id }) => id)).toEqual([changing.id]);
});

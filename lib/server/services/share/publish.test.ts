import { expect, test } from 'vitest';
import { draftShare, noon, userContext } from '@/test/context';
import { publishShare } from './publish';

test('the link lives for the share’s validity, counted from now', async () => {
  const ctx = await userContext();
  const share = await draftShare(ctx, { validityMs: 60_000 });

  const { id } = await publishShare(ctx, { shareId: share.id, reuseId: false });

  const publication = await ctx.db.publication.findUniqueOrThrow({ where: { linkId: id } });
  expect(publication.publishUntil.getTime()).toBe(noon.getTime() + 60_000);
});

import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, userContext } from '@/testing/service/context';
import { openShare } from './open-share';

const stranger = { password: null, passwordCookie: null, visitCookie: null };

test('visitors who come while the share is published again get in, each for one view', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { maxViews: 1000 });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });

  const visits = 60;
  const outcomes = await Promise.allSettled(
    Array.from({ length: visits }, (_, n) =>
      Promise.all([
        openShare({ ...ctx, viewer: null }, linkId, stranger),
        n % 6 === 0 ? publishShare(ctx, { shareId, reuseId: true }) : null,
      ]),
    ),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason)] : [],
  );
  expect(failures).toEqual([]);
  const { views } = await ctx.db.publication.findUniqueOrThrow({ where: { shareId } });
  expect(views).toBe(visits);
});

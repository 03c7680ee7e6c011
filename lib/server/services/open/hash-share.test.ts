import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, userContext } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { authorizeLink } from './gate';
import { openShare } from './open-share';

const password = 'open sesame';
const proof = { password, passwordCookie: null, visitCookie: null };

async function locked() {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { maxViews: 1000 });
  await setShareField(ctx, shareId, { password });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: false });
  return { ctx, shareId, linkId };
}

test('one client that opens forty of its own links at once delays no visitor', async () => {
  const own = await Promise.all(Array.from({ length: 5 }, locked));
  const { linkId } = await locked();
  const greedy = limitedContext();
  const flood = Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => openShare(greedy, own[n % 5]?.linkId ?? '', proof)),
  );
  const visits = Array.from({ length: 18 }, () => openShare(limitedContext(), linkId, proof));
  expect(outcomes(await Promise.allSettled(visits))).toEqual({ ok: 18 });
  await flood;
});

test('the right password is hashed once for all that a visit reads, and again when it has changed', async () => {
  const { ctx: owner, shareId, linkId } = await locked();
  const visitor = limitedContext();
  await openShare(visitor, linkId, proof);
  const reads = Array.from({ length: 60 }, () => authorizeLink(visitor, linkId, proof));
  expect(outcomes(await Promise.allSettled(reads))).toEqual({ ok: 60 });
  await setShareField(owner, shareId, { password: 'another sesame' });
  await expect(authorizeLink(visitor, linkId, proof)).rejects.toMatchObject({ code: 'open.passwordWrong' });
});

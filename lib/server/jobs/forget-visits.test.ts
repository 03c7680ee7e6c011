import { expect, test } from 'vitest';
import { visitMs } from '@/lib/server/auth/tokens';
import { recordDownload } from '@/lib/server/services/download/record';
import { authorizeLink } from '@/lib/server/services/open/gate';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { forgetActivity } from './forget';

const hour = 3600 * 1000;
const nothing = { password: null, passwordCookie: null, visitCookie: null };

test('a visit is kept as long as the last download that it may have made', async () => {
  const { db, remove } = await ownDatabase();
  const owner = await userContext({ db });
  const { id: shareId } = await draftShare(owner, { validityMs: 999 * hour });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const visitor = openContext({ db });
  const { pass } = await openShare(visitor, linkId, nothing);
  const proof = { ...nothing, visitCookie: pass?.visit ?? null };
  const { visitId } = await authorizeLink(visitor, linkId, proof);
  const startedAt = new Date(noon.getTime() + visitMs - 1);
  const sent = { sizeBytes: 9, sentBytes: 9, isWhole: true, isRange: false, hasEnd: true, startedAt };
  await recordDownload(visitor, { shareId, fileId: null, visitId }, sent);

  const kept = 24 * hour;
  const forgetAt = (ms: number) =>
    forgetActivity({
      ...owner,
      config: { ...owner.config, AUDIT_RETENTION: kept },
      now: new Date(noon.getTime() + kept + ms),
    });
  const left = async () => [await db.visit.count(), await db.download.count()];
  await forgetAt(visitMs - 1);
  expect(await left()).toEqual([1, 1]);
  await forgetAt(visitMs + 1);
  expect(await left()).toEqual([0, 0]);
  await remove();
});

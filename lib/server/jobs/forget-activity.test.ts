import { expect, test } from 'vitest';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';
import { recordDownload } from '@/lib/server/services/download/record';
import { authorizeLink } from '@/lib/server/services/open/gate';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { forgetActivity } from './forget';

const hour = 3600 * 1000;
const nothing = { password: null, passwordCookie: null, visitCookie: null };

test('activity is kept as long as the audit; the number of downloads stays', async () => {
  const { db, remove } = await ownDatabase();
  const owner = await userContext({ db });
  const { id: shareId } = await draftShare(owner, { validityMs: 999 * hour });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const visitor = openContext({ db });
  const { pass } = await openShare(visitor, linkId, nothing);
  const proof = { ...nothing, visitCookie: pass?.visit ?? null };
  const { visitId } = await authorizeLink(visitor, linkId, proof);
  const sent = { sizeBytes: 9, sentBytes: 9, isWhole: true, isRange: false, hasEnd: true, startedAt: noon };
  await recordDownload(visitor, { shareId, fileId: null, visitId }, sent);

  const config = { ...owner.config, AUDIT_RETENTION: 24 * hour };
  const later = (ms: number) => ({ ...owner, config, now: new Date(noon.getTime() + 24 * hour + ms) });
  expect(await forgetActivity(later(0))).toBe(0);
  expect(await forgetActivity(later(5 * hour))).toBe(3);
  const page = { page: 1, pageSize: 9 };
  expect(await getShareActivity(owner, { shareId, ...page })).toEqual({
    items: [],
    hasMore: false,
    downloads: 1,
  });
  await remove();
});

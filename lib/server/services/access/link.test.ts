import { expect, test } from 'vitest';
import { publishState } from '@/lib/domain/publish';
import { noon, openContext } from '@/testing/service/context';
import { isEnded, isLive } from './share';

const later = new Date(noon.getTime() + 1);
const earlier = new Date(noon.getTime() - 1);

const links = [true, false].flatMap((enabled) =>
  [earlier, noon, later].flatMap((publishUntil) =>
    [1, 2, 3].flatMap((views) =>
      [
        { downloads: 0, maxDownloads: null },
        { downloads: 9, maxDownloads: null },
        { downloads: 0, maxDownloads: 1 },
        { downloads: 1, maxDownloads: 1 },
        { downloads: 2, maxDownloads: 1 },
      ].map((downloads) => ({ enabled, publishUntil, views, maxViews: 2, ...downloads })),
    ),
  ),
);

test('the database tells the state of a link as publishState does', async () => {
  const { db } = openContext();
  const found = new Set<string>();
  for (const link of links) {
    const { enabled, publishUntil, views, downloads, maxViews, maxDownloads } = link;
    const [row] = await db.$queryRaw<{ isLive: boolean; isEnded: boolean }[]>`
      SELECT ${isLive(noon)} AS "isLive", ${isEnded(noon)} AS "isEnded"
      FROM (SELECT ${enabled}::boolean AS "enabled", ${publishUntil}::timestamptz AS "publishUntil",
        ${views}::int AS "views", ${downloads}::int AS "downloads") p,
        (SELECT ${maxViews}::int AS "maxViews", ${maxDownloads}::int AS "maxDownloads") s`;
    const state = publishState(link, link, noon);
    found.add(state);
    expect({ ...link, ...row }).toEqual({
      ...link,
      isLive: state === 'published',
      isEnded: state === 'expired' || state === 'used-up',
    });
  }
  expect([...found].sort()).toEqual(['expired', 'published', 'unpublished', 'used-up']);
});

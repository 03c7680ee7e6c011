import { expect, test } from 'vitest';
import { shareLife } from './publish';

const live = { enabled: true, publishDate: 1000, publishUntil: 2000, views: 3 };

test('a share that was never published has no life to show', () => {
  expect(shareLife({ maxViews: 3, maxDownloads: null, publishInfo: null }, 0)).toEqual({
    state: 'unpublished',
    timeLeft: 0,
    viewsSpent: 0,
  });
});

test('meters tell what is left of the time and spent of the views', () => {
  expect(shareLife({ maxViews: 12, maxDownloads: null, publishInfo: live }, 1250)).toEqual({
    state: 'published',
    timeLeft: 0.75,
    viewsSpent: 0.25,
  });
});

test('meters stay within their line when the time is over or the limit was lowered', () => {
  expect(shareLife({ maxViews: 2, maxDownloads: null, publishInfo: live }, 9000)).toEqual({
    state: 'expired',
    timeLeft: 0,
    viewsSpent: 1,
  });
  expect(shareLife({ maxViews: 3, maxDownloads: null, publishInfo: live }, 500).state).toBe('used-up');
});

test('a withdrawn share is unpublished however much is left', () => {
  const publishInfo = { ...live, enabled: false };
  expect(shareLife({ maxViews: 12, maxDownloads: null, publishInfo }, 1250).state).toBe('unpublished');
});

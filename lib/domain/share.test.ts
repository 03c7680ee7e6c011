import { expect, test } from 'vitest';
import { previewKind } from './file/file-type';
import { normalLogin, shortId } from './ident';
import { publishState } from './publish';
import { allowedValidities, defaultValidity, nearestValidity, validityChoices } from './time/validity';
import { noteBelowTitle, shareTitle } from './title';

const now = new Date('2026-03-01T12:00:00Z');
const dayMs = 24 * 3600 * 1000;
const facts = { enabled: true, publishUntil: new Date(now.getTime() + 1), views: 0 };

test('a share is published while it is enabled, in time and has views left', () => {
  expect(publishState(null, { maxViews: 1 }, now)).toBe('unpublished');
  expect(publishState({ ...facts, enabled: false }, { maxViews: 1 }, now)).toBe('unpublished');
  expect(publishState(facts, { maxViews: 1 }, now)).toBe('published');
  expect(publishState({ ...facts, publishUntil: now }, { maxViews: 1 }, now)).toBe('expired');
  expect(publishState({ ...facts, views: 1 }, { maxViews: 1 }, now)).toBe('used-up');
  expect(publishState({ ...facts, views: 1 }, { maxViews: 2 }, now)).toBe('published');
  const taken = { ...facts, downloads: 2 };
  expect(publishState(taken, { maxViews: 1, maxDownloads: 2 }, now)).toBe('used-up');
  expect(publishState(taken, { maxViews: 1, maxDownloads: 3 }, now)).toBe('published');
  expect(publishState(taken, { maxViews: 1, maxDownloads: null }, now)).toBe('published');
});

test.each([
  ['# Plans\nfor May', null, 'Plans', 'for May'],
  ['# Plans\nfor May', 'name', 'Plans', 'for May'],
  ['# \u202ePlans', 'name', 'Plans', ''],
  [null, '\u202ename', 'name', ''],
  ['\n## Plans ##\n', null, 'Plans', ''],
  ['#', 'name', 'name', '#'],
  ['just text', 'name', 'name', 'just text'],
  [null, null, null, ''],
])('the note %j with the name %j is titled %j', (note, name, title, rest) => {
  expect(shareTitle(note, name)).toBe(title);
  expect(noteBelowTitle(note)).toBe(rest);
});

test('periods are offered up to the longest that is allowed, and there is always one', () => {
  expect(validityChoices).toHaveLength(20);
  expect(allowedValidities(2 * dayMs).at(-1)?.ms).toBe(2 * dayMs);
  expect(allowedValidities(1)).toHaveLength(1);
});

test('the preset is the configured period when offered, else two days, else the closest', () => {
  const week = 7 * dayMs;
  expect(defaultValidity(week, allowedValidities(365 * dayMs)).ms).toBe(week);
  expect(defaultValidity(3 * dayMs, allowedValidities(365 * dayMs)).ms).toBe(2 * dayMs);
  expect(defaultValidity(week, allowedValidities(dayMs)).ms).toBe(dayMs);
  expect(nearestValidity(29 * dayMs, validityChoices)).toMatchObject({ amount: 1, unit: 'month' });
});

test('ids are shortened to both their ends', () => {
  expect(shortId('Xk29fPqLmN40aBcD')).toBe('Xk29fP…40aBcD');
  expect(shortId('123456789012')).toBe('123456789012');
});

test('look-alike logins are one login', () => {
  expect(normalLogin(' Ａda\u200b ')).toBe('ada');
  expect(normalLogin('ADA')).toBe('ada');
});

test.each([
  ['image/png', 'image'],
  ['text/markdown', 'text'],
  ['application/pdf', 'pdf'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['application/zip', null],
])('a file of type %s is shown as %s', (type, kind) => expect(previewKind(type, 'a')).toBe(kind));

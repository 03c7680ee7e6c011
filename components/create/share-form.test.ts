import { expect, test } from 'vitest';
import { accountAccess } from '@/lib/client/upload/access/account-access';
import type { CreateSettings } from './share-form';
import { emptyForm, parseViews, problemOf, propertiesOf, recipientCount, type ShareForm } from './share-form';

const day = 24 * 3600 * 1000;
const settings = (given: Partial<CreateSettings> = {}): CreateSettings => ({
  access: accountAccess('ada'),
  maxSize: 1000,
  chunkSize: 100,
  retryDelays: [0],
  maxAliasFiles: 500,
  maxValidity: 365 * day,
  defaultValidity: 7 * day,
  defaultViews: 30,
  mailEnabled: true,
  sharePasswordRequired: false,
  baseUrl: 'http://localhost',
  ...given,
});
const form = (given: Partial<ShareForm> = {}): ShareForm => ({ ...emptyForm(settings()), ...given });
const noFiles = { count: 0, totalBytes: 0 };
const files = { count: 1, totalBytes: 1000 };

test('a share needs files or a note; a note of blanks is none', () => {
  expect(problemOf(form(), noFiles, settings())).toBe('nothing');
  expect(problemOf(form({ note: ' \n' }), noFiles, settings())).toBe('nothing');
  expect(problemOf(form({ note: 'hello' }), noFiles, settings())).toBeNull();
  expect(problemOf(form(), { count: 1, totalBytes: 0 }, settings())).toBeNull();
});

test('an e-mail needs a recipient, a link none', () => {
  expect(problemOf(form({ isMailed: true, to: 'ada' }), files, settings())).toBe('to');
  expect(problemOf(form({ isMailed: true, to: 'ada@example.org' }), files, settings())).toBeNull();
  expect(problemOf(form({ to: 'ada' }), files, settings())).toBeNull();
});

test('exactly as large as possible is allowed, one byte more is not', () => {
  expect(problemOf(form(), files, settings())).toBeNull();
  expect(problemOf(form(), { count: 1, totalBytes: 1001 }, settings())).toBe('tooLarge');
});

test('views are whole numbers from one on', () => {
  expect(['1', ' 30 ', '2147483647'].map(parseViews)).toEqual([1, 30, 2_147_483_647]);
  expect(['', '0', '-1', '1.5', '1e3', 'many', '2147483648'].map(parseViews)).toEqual(Array(7).fill(null));
  for (const views of ['0', '1.5', '']) expect(problemOf(form({ views }), files, settings())).toBe('views');
  expect(problemOf(form({ views: '2147483648' }), files, settings())).toBe('views');
});

test('where every share needs a password, one must be typed', () => {
  const strict = settings({ sharePasswordRequired: true });
  expect(problemOf(emptyForm(strict), files, strict)).toBe('passwordNeeded');
  expect(problemOf(form({ password: 'x' }), files, strict)).toBeNull();
});

test('a wanted password that was never typed is asked for, not left out', () => {
  expect(problemOf(form({ password: '' }), files, settings())).toBe('passwordEmpty');
});

test('the note is measured in bytes, as the server does', () => {
  expect(problemOf(form({ note: 'ü'.repeat(32 * 1024) }), files, settings())).toBeNull();
  expect(problemOf(form({ note: `${'ü'.repeat(32 * 1024)}x` }), files, settings())).toBe('noteTooLong');
});

test('empty fields are sent as nothing', () => {
  expect(propertiesOf(form({ name: ' ', password: '' }))).toEqual({
    name: null,
    description: null,
    until: null,
    maxDownloads: null,
    link: null,
    validity: 7 * day,
    maxViews: 30,
    password: null,
  });
});

test('any number of views, a last day, downloads and words are sent as chosen', () => {
  const until = Date.now() + day;
  const limited = form({ hasAnyViews: true, views: '', until, downloads: '3', words: ' autumn-report ' });
  expect(problemOf(limited, files, settings())).toBeNull();
  expect(propertiesOf(limited)).toMatchObject({
    maxViews: 2_147_483_647,
    until,
    maxDownloads: 3,
    link: 'autumn-report',
    mayBeGuessed: true,
  });
  expect(emptyForm(settings({ defaultViews: 2_147_483_647 })).hasAnyViews).toBe(true);
  expect(emptyForm(settings({ defaultViews: 7 })).views).toBe('7');
});

test('days that are over or too far away, and invalid words, prevent it', () => {
  const flaw = (given: Partial<ShareForm>) => problemOf(form(given), files, settings());
  for (const until of [Number.NaN, Date.now() - 1, Date.now() + 366 * day])
    expect(flaw({ until })).toBe('until');
  for (const downloads of ['0', 'few', '1.5']) expect(flaw({ downloads })).toBe('downloads');
  for (const words of ['ab', 'two words', 'login', '-abc']) expect(flaw({ words })).toBe('words');
});

test.each([
  ['', 0],
  ['ada', 0],
  ['Ada <ada@example.org>, bob@example.org; ADA@example.org', 2],
])('the addresses in “%s” are %i people', (to, count) => {
  expect(recipientCount({ isMailed: true, to })).toBe(count);
  expect(recipientCount({ isMailed: false, to })).toBe(0);
});

import { expect, test } from 'vitest';
import { noteBelowTitle, shareTitle, titleFacts, titleOf, writtenTitle } from './title';

test.each([
  ['# Plans', 'Plans'],
  ['\n\n## Plans of the harbour ##  \nmore', 'Plans of the harbour'],
  ['# C#', 'C#'],
  ['# C# #', 'C#'],
  ['#No space', 'No space'],
  ['# #', 'share.name'],
  ['##', 'share.name'],
  ['Plain text', 'share.name'],
])('the note %j is called %j', (note, title) => {
  expect(shareTitle(note, null) ?? 'share.name').toBe(title);
});

test('a share without note and name has no title', () => {
  expect(shareTitle(null, null)).toBeNull();
  expect(shareTitle('', '')).toBeNull();
});

test('the heading that became the title is not told again', () => {
  expect(noteBelowTitle('# Plans\n\nOf the harbour')).toBe('Of the harbour');
  expect(noteBelowTitle('Of the harbour')).toBe('Of the harbour');
});

test.each([
  ['gaps', `# a${' '.repeat(65_000)}b`],
  ['gaps and hashes', `# ${'a # '.repeat(16_000)}b`],
  ['hashes', `# a${'#'.repeat(65_000)}b`],
])('a long heading of %s holds nobody up', (_, note) => {
  const began = performance.now();
  shareTitle(note, null);
  expect(performance.now() - began).toBeLessThan(200);
});

test.each(['Hello', 'The password is 1234', '- # Hello', 'Diagnosis: none\n# Later'])(
  'the note %j, which begins with no heading, is never a title',
  (description) => expect(writtenTitle({ name: null, description })).toBeNull(),
);

test('a share is called by its title, its files, where it came from, its id, in this order', () => {
  const say = {
    received: (alias: string, at: number) => `From ${alias}, ${at}`,
    ofFiles: (name: string, more: number) => `${name} +${more}`,
  };
  const item = { id: 'Xk29fPqLmN40aBcD', created: 5, aliasInfo: null, files: 3 };
  const called = (over: object) =>
    titleOf(titleFacts({ ...item, title: null, firstFile: null, ...over }), say);
  expect(called({ title: 'Plans', aliasInfo: { name: 'Inbox' } })).toBe('Plans');
  expect(called({ firstFile: 'a.txt', aliasInfo: { name: 'Inbox' } })).toBe('a.txt +2');
  expect(called({ files: 0, aliasInfo: { name: 'Inbox' } })).toBe('From Inbox, 5');
  expect(called({ firstFile: 'a.txt' })).toBe('a.txt +2');
  expect(called({ files: 0 })).toBe('Xk29fP…40aBcD');
});

import { expect, test } from 'vitest';
import { noteBelowTitle, shareTitle } from './title';

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
  expect(shareTitle(note, 'share.name')).toBe(title);
});

test('without note and name it has no title', () => {
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

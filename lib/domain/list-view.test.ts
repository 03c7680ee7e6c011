import { expect, test } from 'vitest';
import { maxSearchChars } from './limits';
import { linkWithView, parseViewMode, readSearchWords, viewModes } from './list-view';

test('words that a database can’t hold leave a list’s URL, and the rest stays', () => {
  expect(readSearchWords('pl\0ans 🚢')).toBe('plans 🚢');
  expect(readSearchWords('\udea2plans\ud83d')).toBe('plans');
  expect(readSearchWords(`${'x'.repeat(maxSearchChars - 1)}🚢`)).toBe('x'.repeat(maxSearchChars - 1));
  expect(readSearchWords(['a', 'b'])).toBe('');
});

test('a link says with a number how it opens, or nothing', () => {
  const link = 'https://files.example.org/app/open/abc';
  expect(linkWithView(link, null)).toBe(link);
  expect(linkWithView(link, 'list')).toBe(`${link}?view=1`);
  expect(linkWithView(link, 'cards')).toBe(`${link}?view=2`);
  expect(linkWithView(link, 'preview')).toBe(`${link}?view=3`);
});

test('every link opens the way it was made', () => {
  for (const mode of viewModes) {
    const view = new URL(linkWithView('https://files.example.org/x', mode)).searchParams.get('view');
    expect(parseViewMode(view ?? undefined)).toBe(mode);
  }
});

test('a link that says nothing leaves it to the files', () => expect(parseViewMode(undefined)).toBeNull());

test.each(['', '0', '4', '02', 'cards', '1e0', ['2', '3']])('a view of %j is the list', (value) => {
  expect(parseViewMode(value)).toBe('list');
});

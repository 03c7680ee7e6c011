import { expect, test } from 'vitest';
import { searchText, searchWords } from './search-words';

test.each([
  ['two  blanks', ['blanks', 'two']],
  ['Xk29fP…40aBcD', ['Xk29fP', '40aBcD']],
  [' a\u00a0a\t', ['a']],
  ['', []],
  ['https://files.example.org/app/open/Xk29fP.', ['Xk29fP']],
  ['100％', ['100%']],
])('%j is searched by %j', (q, words) => expect(searchWords(q)).toEqual(words));

test('a whole page of words is searched by eight of them', () => {
  expect(searchWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8);
});

test.each([
  ['Straße', 'strasse'],
  ['ÉLODIE’s', "elodie's"],
  ['Tiếng Việt', 'tieng viet'],
  ['２０２６', '2026'],
  ['Ærø', 'aero'],
  ['co\u00adop\u200b', 'coop'],
  ['が한', 'が한'],
])('%j is compared as %j', (text, folded) => expect(searchText(text)).toBe(folded));

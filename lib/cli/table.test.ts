import { expect, test } from 'vitest';
import { tableText } from './table';

test('columns stand below each other, and the last one ends with the line', () => {
  const rows = [
    ['ID', 'SIZE', 'NAME'],
    ['abc', '1023.99G', 'a name that is too long'],
    ['a', '1B', '日本語の資料'],
    ['a', '1B', 'x'],
  ];
  expect(tableText(rows, 25)).toEqual([
    'ID   SIZE      NAME',
    'abc  1023.99G  a name th…',
    'a    1B        日本語の…',
    'a    1B        x',
  ]);
});

test('a narrow terminal still shows how a name begins, and no letter is cut in two', () => {
  expect(tableText([['a'.repeat(40), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦']], 20)).toEqual([
    `${'a'.repeat(40)}  👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…`,
  ]);
});

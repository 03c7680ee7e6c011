import { expect, test } from 'vitest';
import { oneLine } from './one-line';

test.each([
  ['a\r\n\tb', 'a b'],
  ['\u001b[31mred\u0007\u009b2J', '[31mred 2J'],
  ['two\u2028lines\u2029', 'two lines'],
  ['invoice\u202efdp.exe \u061c\u200f', 'invoicefdp.exe'],
  ['  two  blanks ', 'two  blanks'],
  ['Zürich 👨‍👩‍👧 日本語', 'Zürich 👨‍👩‍👧 日本語'],
  ['half \ud800', 'half \ufffd'],
])('%j is %j in a line', (text, line) => expect(oneLine(text)).toBe(line));

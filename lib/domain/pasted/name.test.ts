import { expect, test } from 'vitest';
import { cleanName, oneLine } from './name';

test.each([
  ['Plans', 'Plans'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066left\u2069 \u200fright\u061c', 'left right'],
  ['a\u0000b\u0085', 'ab'],
  ['\u00a0 Plans \ufeff', 'Plans'],
  ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ['نمی‌خواهم', 'نمی‌خواهم'],
  ['\u200b\u3164 ', ''],
  ['half \ud83d', 'half \ufffd'],
])('the name %j becomes %j', (name, clean) => expect(cleanName(name)).toBe(clean));

test.each([
  ['a\r\n\tb', 'a b'],
  ['\u001b[31mred\u0007\u009b2J', '[31mred 2J'],
  ['two\u2028lines\u2029', 'two lines'],
  ['invoice\u202efdp.exe \u061c\u200f', 'invoicefdp.exe'],
  ['  two  blanks ', 'two  blanks'],
  ['Zürich 👨‍👩‍👧 日本語', 'Zürich 👨‍👩‍👧 日本語'],
  ['half \ud800', 'half \ufffd'],
])('%j is %j in a line', (text, line) => expect(oneLine(text)).toBe(line));

import { expect, test } from 'vitest';
import { cleanName } from './name';

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

import { expect, test } from 'vitest';
import { crc32Of } from './crc32';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', 0],
  ['123456789', 0xcbf43926], // the usual check value
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('the sum of “%s” is that of a ZIP, also when it is carried on', (text, sum) => {
  expect(crc32Of(bytes(text))).toBe(sum);
  expect(crc32Of(bytes(text.slice(5)), crc32Of(bytes(text.slice(0, 5))))).toBe(sum);
});

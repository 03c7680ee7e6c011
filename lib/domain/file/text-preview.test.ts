import { expect, test } from 'vitest';
import { decodeText, isMarkdown } from './text-preview';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('texts are read as UTF-8, with or without a byte order mark', () => {
  expect(decodeText(utf8('Grüße 👋'))).toBe('Grüße 👋');
  expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('ä')]))).toBe('ä');
});

test('a character that is cut at the end is left out', () => {
  expect(decodeText(utf8('abc👋').slice(0, -1))).toBe('abc');
});

test('old Windows texts and UTF-16 can be read too', () => {
  expect(decodeText(Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))).toBe('Grüße');
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x41, 0x00, 0xe4, 0x00]))).toBe('Aä');
  expect(decodeText(Uint8Array.from([0xfe, 0xff, 0x00, 0x41, 0x00, 0xe4]))).toBe('Aä');
});

test('nothing is an empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});

test.each([
  ['text/markdown', 'x', true],
  ['text/plain', 'README.md', true],
  ['text/plain', 'Notes.MARKDOWN', true],
  ['text/plain', 'md', false],
  ['text/html', 'a.html', false],
])('%s named %s is markdown: %s', (mimeType, name, expected) => {
  expect(isMarkdown(mimeType, name)).toBe(expected);
});

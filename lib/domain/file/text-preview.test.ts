import { expect, test } from 'vitest';
import { decodeText, detectEncoding, isMarkdown } from './text-preview';

const utf8 = (text: string) => new TextEncoder().encode(text);

const read = (bytes: Uint8Array) => {
  const own = detectEncoding(bytes);
  return own && decodeText(bytes, own);
};

test('texts are read as UTF-8, with or without a byte order mark', () => {
  expect(read(utf8('Grüße 👋'))).toBe('Grüße 👋');
  expect(read(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('ä')]))).toBe('ä');
});

test('a character that is cut at the end is left out', () => {
  expect(read(utf8('abc👋').slice(0, -1))).toBe('abc');
});

test('UTF-16 says itself what it is, and old texts don’t', () => {
  expect(read(Uint8Array.from([0xff, 0xfe, 0x41, 0x00, 0xe4, 0x00]))).toBe('Aä');
  expect(read(Uint8Array.from([0xfe, 0xff, 0x00, 0x41, 0x00, 0xe4]))).toBe('Aä');
  expect(read(Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))).toBeNull();
});

test('nothing is an empty text', () => {
  expect(read(new Uint8Array())).toBe('');
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

import { expect, test } from 'vitest';
import { parseMetadata } from './new-file';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as the protocol says', `filename ${base64('a.txt')},filetype ${base64('text/plain')}`],
  ['a blank after the comma', `filename ${base64('a.txt')}, filetype ${base64('text/plain')}`],
  ['a comma at the end', `filename ${base64('a.txt')},filetype ${base64('text/plain')},`],
  ['blanks everywhere', ` filename  ${base64('a.txt')} ,\tfiletype ${base64('text/plain')} , `],
  ['no padding', `filename ${base64('a.txt').replace(/=+$/, '')},filetype ${base64('text/plain')}`],
])('metadata with %s is understood', (_what, header) => {
  expect(parseMetadata(header)).toEqual({ filename: 'a.txt', filetype: 'text/plain' });
});

test('base64 of the URL’s kind is understood', () => {
  const name = 'ü?>~ÿ.txt';
  expect(base64(name)).toMatch(/[+/]/);
  expect(parseMetadata(`filename ${Buffer.from(name).toString('base64url')}`)).toEqual({ filename: name });
});

test('bytes that are no UTF-8 are Latin-1', () => {
  const latin1 = Buffer.from('Größe.txt', 'latin1').toString('base64');
  expect(parseMetadata(`filename ${latin1}`)).toEqual({ filename: 'Größe.txt' });
  expect(parseMetadata(`filename ${base64('half \ufffd.txt')}`)).toEqual({ filename: 'half \ufffd.txt' });
});

test('a key without a value, and nothing at all', () => {
  expect(parseMetadata(`is_private,filename ${base64('a')},__proto__ ${base64('x')}`)).toEqual(
    JSON.parse('{"is_private":"","filename":"a","__proto__":"x"}'),
  );
  expect(parseMetadata('')).toEqual({});
});

test.each([
  'filename !!!!',
  'filename YQ== YQ==',
  'filename YQ==,filename YQ==',
  'filename YQ=Q',
  'filename YQQQQ',
  'größe YQ==',
])('%j is refused', (header) => {
  expect(() => parseMetadata(header)).toThrow('upload.metadataInvalid');
});

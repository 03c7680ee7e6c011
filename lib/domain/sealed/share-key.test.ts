import { expect, test } from 'vitest';
import { linkToHandOn } from './link-to-hand-on';
import { readShareKey, toBase64Url } from './share-key';

const key = 'k'.repeat(43);
const page = { origin: 'https://files.example.org', pathname: '/app/open/abc' };

test('a link is handed on with the key of a sealed share, and without anything else behind it', () => {
  const link = page.origin + page.pathname;
  expect(linkToHandOn({ ...page, hash: `#k=${key}` })).toBe(`${link}#k=${key}`);
  expect(linkToHandOn({ ...page, hash: '' })).toBe(link);
  expect(linkToHandOn({ ...page, hash: '#files' })).toBe(link);
});

test.each([
  `https://files.example.org/app/open/abc#k=${key}`,
  `https://files.example.org/app/open/abc%23k=${key}`,
  `https://files.example.org/app/open/abc%23k%3D${key}`,
  `#k%3D${key}`,
  `100 %: #k=${key}`,
  `#k=${key}.`,
  ` ${key} `,
])('the key is read from %j', async (text) => {
  const read = await readShareKey(text);
  expect(read && toBase64Url(read.bytes).slice(0, 42)).toBe(key.slice(0, 42));
});

test('a key that was cut is none', async () => {
  expect(await readShareKey(`#k=${key.slice(1)}`)).toBeNull();
});

import { expect, test } from 'vitest';
import { linkToHandOn } from './link-to-hand-on';
import { readShareKey, toBase64Url } from './share-key';

/** With signs that Markdown and blanks around could be taken for. */
const key = `_-${'k'.repeat(18)}-_${'K'.repeat(20)}k`;
const page = { origin: 'https://files.example.org', pathname: '/app/open/abc' };

test('a link is handed on with the key of a sealed share, and without anything else behind it', () => {
  const link = page.origin + page.pathname;
  expect(linkToHandOn({ ...page, hash: `#k=${key}` })).toBe(`${link}#k=${key}`);
  expect(linkToHandOn({ ...page, hash: '' })).toBe(link);
  expect(linkToHandOn({ ...page, hash: '#files' })).toBe(link);
});

const link = `https://files.example.org/app/open/abc#k=${key}`;
const halves = [key.slice(0, 20), key.slice(20)] as const;

test.each([
  ['of a whole link', link],
  ['of a link with its sign escaped', link.replace('#', '%23')],
  ['of a link escaped by a chat program', link.replace('#k=', '%23k%3D')],
  ['of a link escaped twice by a mail gateway', link.replace('#k=', '%2523k%253D')],
  ['of a link rewritten by a mail gateway', `https://gate.example/v3/__${link.replace('#', '*')}__;Iw!!`],
  ['of an escaped fragment', `#k%3D${key}`],
  ['behind a lone percent sign', `100 %: #k=${key}`],
  ['before a stop', `#k=${key}.`],
  ['between blanks', ` ${key} `],
  ['with the name it has in a link', `k=${key}`],
  ['with its words', `Key: ${key}`],
  ['in a sentence', `The key is ${key}, and the link follows.`],
  ['alone before a stop', `${key}.`],
  ['in curly quotes', `“${key}”`],
  ['in angle brackets', `<${link}>`],
  ['of a link in italics', `_${link}_`],
  ['in italics', `_${key}_`],
  ['in bold', `__${key}__`],
  ['in code', `\`${key}\``],
  ['of a link that a mail has wrapped', `https://files.example.org/app/open/abc#k=${halves.join('\r\n')}`],
  ['that a mail has wrapped', `Key: ${halves.join('\n')}`],
  [
    'of a link wrapped in a quoted mail',
    `> see\n> https://files.example.org/app/open/abc#k=${halves.join('\n> ')}`,
  ],
  ['behind a soft line break', `#k=${halves.join('=\r\n')}`],
  ['with blanks in it', halves.join(' ')],
  ['with a zero-width blank', halves.join('\u200b')],
  ['with a soft hyphen', `#k=${halves.join('\u00ad')}`],
  ['behind a byte order mark', `\ufeff${key}`],
])('the key is read %s', async (_, text) => {
  const read = await readShareKey(text);
  expect(read && toBase64Url(read.bytes)).toBe(key);
});

test.each([
  ['cut in its link', `#k=${key.slice(1)}`],
  ['cut alone', key.slice(1)],
  ['with a letter too many', `${link}k`],
  ['in place of the id of a link', `https://files.example.org/app/open/${key}`],
  ['one of two', `${key} ${key.replaceAll('k', 'o')}`],
])('no key is read that is %s', async (_, text) => expect(await readShareKey(text)).toBeNull());

test('a long text is read at once', async () => {
  const began = performance.now();
  for (const piece of ['k=', '_', '\n', ' ', '%25', 'k', '>']) await readShareKey(piece.repeat(100_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});

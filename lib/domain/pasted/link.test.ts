import { expect, test } from 'vitest';
import { idInSegment, readId, readLink, readSecret } from './link';

const id = 'Xk29fPqLmN40aBcD';

const endings = [
  ['nothing', ''],
  ['a stop', '.'],
  ['three stops', '...'],
  ['an ellipsis', '…'],
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a colon', ':'],
  ['a question mark, escaped', '%3F'],
  ['an exclamation mark', '!'],
  ['a bracket', ')'],
  ['a bracket and a stop', ').'],
  ['a square bracket', ']'],
  ['a brace', '}'],
  ['an angle bracket', '>'],
  ['an escaped angle bracket', '%3E'],
  ['a quote', '"'],
  ['an escaped quote', '%22'],
  ['an apostrophe', "'"],
  ['a curly quote', '”'],
  ['a German quote', '“.'],
  ['a French quote', ' »'],
  ['stars', '**'],
  ['a backtick', '`'],
  ['a bar', '|'],
  ['an escaped blank', '%20'],
  ['a no-break blank', '%C2%A0'],
  ['a line end', '%0D%0A'],
  ['a zero-width blank', '%E2%80%8B'],
  ['a mark of direction', '%E2%80%8E'],
  ['a Japanese stop', '。'],
  ['an escaped query', '%3Futm_source=mail'],
  ['an entity', '&gt;'],
] as const;

test.each(endings)('a link ends before %s', (_, ending) => {
  expect(readLink(`https://files.example.org/app/open/${id}${ending}`)?.id).toBe(id);
  expect(idInSegment(`${id}${ending}`)).toBe(id);
});

test.each([
  ['in angle brackets', `<https://files.example.org/app/open/${id}>`],
  ['between blanks', `  https://files.example.org/app/open/${id}\r\n`],
  ['in a sentence', `Here (see https://files.example.org/app/open/${id}), or call.`],
  ['in Markdown', `[plans](https://files.example.org/app/open/${id})`],
  ['with a query', `https://files.example.org/app/open/${id}?view=2#top`],
  ['with a slash', `https://files.example.org/app/open/${id}/`],
  ['broken by an invisible mark', `https://files.example.org/app/open/Xk29\u200bfPqLmN40aBcD`],
])('a link is found %s', (_, text) => {
  expect(readLink(text)).toEqual({ server: 'https://files.example.org', page: 'open', id });
});

test.each([
  ['of an inbox', 'files.example.org/app/share/team%40example.org.', 'files.example.org', 'share'],
  ['of an installation below a path', 'http://h:1/x/app/alias/team@example.org', 'http://h:1/x', 'alias'],
])('a link %s keeps its parts', (_, text, server, page) => {
  expect(readLink(text)).toEqual({ server, page, id: 'team@example.org' });
});

test('all characters of ids are kept, but for a stop at the end', () => {
  expect(readId('aZ09_@.-x@-_')).toBe('aZ09_@.-x@-_');
  expect(readId(' "a.b."')).toBe('a.b');
});

test.each(['', '...', '/app/open/', 'https://example.org/app/home', '%%%'])('%j is no link', (text) =>
  expect(readLink(text)).toBeNull(),
);

test.each(['.', 'a.', '(', '/app/', '/app/open/', '\u200b', '%'])(
  'a long text of %j is read at once',
  (piece) => {
    const began = performance.now();
    readLink(piece.repeat(100_000));
    readId(piece.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);

test('a secret is read alone, or from the whole link that has it', () => {
  const link = 'https://files.example.org/app/register#invite=aZ09-_key';
  const pasted = ['aZ09-_key', ' “aZ09-_key”. ', link, `<${link}>`, '#aZ09-_key', 'invite=aZ09-_key'];
  expect(pasted.map(readSecret)).toEqual(pasted.map(() => 'aZ09-_key'));
  expect(readSecret('https://files.example.org/app/reset#aZ09-_key')).toBe('aZ09-_key');
  expect(readSecret(' … ')).toBe('');
});

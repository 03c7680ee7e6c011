import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cookiesOf, requestHeaders } from './request-headers';

const many = (count: number, pair: string) => Array.from({ length: count }, () => pair).join('; ');

test.each([
  ['an old one first', 'old, good', 'a=old; a=good'],
  ['an old one last', 'good, old', 'a=good; a=old'],
  ['three', 'old, good, older', 'a=old;a=good ;  a=older'],
  ['quotes', 'good', 'a="good"'],
  ['what is none', 'good', `a; =x; ;; a=; "; b="; ${'a'.repeat(9)}=no; a=good; ab=no; A=no`],
  ['a hundred of them', 'good', `${many(100, 'x=y')}; a=good; ${many(100, 'a=good')}`],
  ['eight kilobytes', 'good', `big=${'x'.repeat(8_000)}; a=good`],
  ['escapes', 'g=o;d', 'a=g=o%3Bd'],
  ['an escape that is none', '%zz, good', 'a=%zz; a=good'],
  ['odd bytes', '\u00ff, good', 'a=\u00ff; a=good; \u00ff=\u00ff'],
  ['no such name', '', '__proto__=x; constructor=y; =;%'],
  [
    'more than browsers send',
    '0, 1, 2, 3, 4, 5, 6, 7',
    Array.from({ length: 100 }, (_, n) => `a=${n}`).join('; '),
  ],
])('good cookies are found among %s', (_, values, cookie) => {
  expect(cookiesOf(requestHeaders({ cookie }), 'a').join(', ')).toBe(values);
});

test('names that objects have of themselves are names like any other', () => {
  const headers = requestHeaders({ cookie: '__proto__=x; constructor=y; __proto__=z' });
  expect(['__proto__', 'constructor', 'toString'].map((name) => cookiesOf(headers, name))).toEqual([
    ['x', 'z'],
    ['y'],
    [],
  ]);
});

test('cookies are taken apart nowhere else on the server, where one of several could be missed', () => {
  const others = ['lib', 'app']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/generated\/|^lib\/cli\//.test(file))
    .filter((file) =>
      /\bparseCookie\b|\bcookies\(\)|get\('cookie'\)|headers\.cookie\b/.test(readFileSync(file, 'utf8')),
    );
  expect(others).toEqual(['lib/server/request-headers.ts']);
});

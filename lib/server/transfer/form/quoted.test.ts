import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { normalizeQuotes } from './part';

test.each([
  ['filename="a.txt"', 'a.txt'],
  ['filename="a%22b.txt"', 'a"b.txt'],
  [String.raw`filename="a\"b.txt"`, 'a"b.txt'],
  [String.raw`filename="a\\b.txt"`, String.raw`a\b.txt`],
  [String.raw`filename="a\\\"b.txt"`, String.raw`a\"b.txt`],
  [String.raw`filename="AC\DC live.mp3"`, String.raw`AC\DC live.mp3`],
  [String.raw`filename="ends with \"`, 'ends with \\'],
  [String.raw`filename="ends with \"; size=7`, 'ends with \\'],
  [String.raw`filename="say \"hi\"; bye.txt"; size=7`, 'say "hi"; bye.txt'],
  [String.raw`filename="C:\fakepath\a.txt"`, String.raw`C:\fakepath\a.txt`],
  [String.raw`filename=a\"b`, String.raw`a\"b`],
])('%s names %j', (parameter, name) => {
  const { parameters } = parse(normalizeQuotes(`form-data; name="f"; ${parameter}`), { multipart: true });
  expect(parameters).toMatchObject({ name: 'f', filename: name });
});

test('a header full of quotes takes no time', () => {
  const hostile = `form-data; name="${'\\" '.repeat(200_000)}`;
  const startedAt = performance.now();
  normalizeQuotes(hostile);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

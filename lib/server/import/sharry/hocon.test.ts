// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HOCON has them, too
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readHocon } from './hocon';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-hocon-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function read(text: string, variables: Record<string, string> = {}): unknown {
  const file = path.join(folder, 'a.conf');
  fs.writeFileSync(file, text);
  return JSON.parse(JSON.stringify(readHocon(file, variables)));
}

test.each<[what: string, text: string, value: unknown]>([
  ['comments', '# one\na = 1 // two\nb = "#3"', { a: '1', b: '#3' }],
  [
    'text without quotes',
    'a = 14 days\nb = fab fa-github , c = x',
    { a: '14 days', b: 'fab fa-github', c: 'x' },
  ],
  ['URLs without quotes end at a comment', 'a = "http://x//y"', { a: 'http://x//y' }],
  ['paths as keys', 'a.b.c = 1\na.b { d = 2 }\n"a.b" = 3', { a: { b: { c: '1', d: '2' } }, 'a.b': '3' }],
  ['missing commas', 'a { b = 1\n c = 2, d = 3 }', { a: { b: '1', c: '2', d: '3' } }],
  ['JSON', '{"a": {"b": [1, "two", {"c": null}]}}', { a: { b: ['1', 'two', { c: 'null' }] } }],
  ['long texts', 'a = """x "y"\n z"""', { a: 'x "y"\n z' }],
  ['escapes', 'a = "x\\u00fc\\n"', { a: 'xü\n'.trim() }],
  ['a later value wins', 'a = 1\na = 2', { a: '2' }],
  ['a value in place of an object', 'a { b = 1 }\na = 2', { a: '2' }],
  ['objects merge', 'a { b = 1 }\na { c = 2 }\na.b = 3', { a: { b: '3', c: '2' } }],
  [
    'what other values say',
    'a = x\nb = ${a}"/y"\nc = ${d}\nd { e = 1 }',
    { a: 'x', b: 'x/y', c: { e: '1' }, d: { e: '1' } },
  ],
  ['what a value was', 'a = [1]\na = ${a} [2]\na += 3', { a: ['1', '2', '3'] }],
  ['an empty file', '', {}],
])('reads %s', (_what, text, value) => {
  expect(read(text)).toEqual(value);
});

test('variables fill in, and what is absent leaves the value before', () => {
  const text = 'a = 1\na = ${?A}\nb = ${?B}\nc { d = ${?C} }';
  expect(read(text, { C: 'x' })).toEqual({ a: '1', c: { d: 'x' } });
  expect(read(text, { A: '2', B: '' })).toEqual({ a: '2', b: '', c: {} });
});

test('includes what is there, and passes over what isn’t', () => {
  fs.writeFileSync(path.join(folder, 'b.conf'), 'x = 1');
  expect(read('include "absent.conf"\ninclude required(file("b.conf"))\na { include "b.conf" }')).toEqual({
    x: '1',
    a: { x: '1' },
  });
});

test.each(['a = {', 'a', 'a = ', '= 3', 'a = "x', '} b = 1'])('%s is refused by its line', (text) => {
  expect(() => read(`x = 1\n${text}`)).toThrow('line 2');
});

import fs from 'node:fs';
import { expect, test } from 'vitest';
import * as standIn from '@/lib/client/no-schemas';
import * as noShapes from '@/lib/client/no-shapes';
import * as file from '@/lib/contract/share/file';
import * as shapes from '@/lib/contract/share/share-shapes';

/** The words by which `lib/contract` describes, but for those that are types. */
const used = fs
  .readdirSync('lib/contract', { encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [
    ...fs.readFileSync(`lib/contract/${name}`, 'utf8').matchAll(/\bz\.([a-z]\w+)(?!\w*<)/g),
  ])
  .flatMap(([, word = '']) => (['infer', 'input', 'output', 'core'].includes(word) ? [] : [word]));

test('whatever the contract describes with, the browser’s stand-in has', () => {
  expect(used).toContain('object');
  expect([...new Set(used)].filter((word) => !(word in standIn))).toEqual([]);
});

test('what is described can be described further, and checks nothing', () => {
  const described = Reflect.get(standIn.object as object, 'meta')()
    .nullable()
    .max(3);
  expect(() => described.safeParse({})).toThrow(/on the server/);
});

test('the stand-in for what only describes has every name of it, and all of it does only that', () => {
  const real = { ...file, ...shapes };
  expect(Object.keys(noShapes).sort()).toEqual(Object.keys(real).sort());
  for (const schema of Object.values(real)) expect(schema.safeParse).toBeTypeOf('function');
});

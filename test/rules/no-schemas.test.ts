import fs from 'node:fs';
import { expect, test } from 'vitest';
import * as standIn from '@/lib/client/no-schemas';
import * as noShapes from '@/lib/client/no-shapes';
import * as fields from '@/lib/contract/fields';
import * as file from '@/lib/contract/share/file';
import * as openShare from '@/lib/contract/share/open-share';
import * as shapes from '@/lib/contract/share/share-shapes';

/** Values that `lib/contract` exports for describing schemas, without types. */
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

test('the stand-in for what only describes has every name that pages import', () => {
  const real = { ...fields, ...file, ...openShare, ...shapes };
  const onServer = ['reasons'];
  const expected = Object.keys(real).filter((name) => !onServer.includes(name));
  expect(Object.keys(noShapes).sort()).toEqual(expected.sort());
});

test('what has a stand-in is imported by its whole path, by which the build knows it', () => {
  const byAnotherPath = fs
    .readdirSync('lib/contract', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /from '\.[./]*(?:[a-z]+\/)?(?:fields|file|open-share|share-shapes)'/.test(
        fs.readFileSync(`lib/contract/${name}`, 'utf8'),
      ),
    );
  expect(byAnotherPath).toEqual([]);
});

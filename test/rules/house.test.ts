import { expect, test } from 'vitest';
import { inCircles, readSources } from '@/scripts/lib/sources';

test('no files import each other in a circle', () => {
  const sources = readSources('.');
  expect(sources.get('app/layout.tsx')?.imports).not.toEqual([]);
  expect(inCircles(sources)).toEqual([]);
});

test('a circle is seen', () => {
  const source = (file: string, ...allImports: string[]) =>
    [file, { file, text: '', lines: 1, functions: [] as number[], imports: allImports, allImports }] as const;
  const sources = new Map([source('a', 'b'), source('b', 'c'), source('c', 'b', 'd'), source('d')]);
  expect(inCircles(sources)).toEqual(['b', 'c']);
});

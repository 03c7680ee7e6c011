import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inCircles, mutualFolders, readSources } from '@/scripts/lib/sources';
import { docComments, isLong, opensWithQuestion, repeatedTypes } from '@/scripts/lib/words';

test('no files import each other in a circle', () => {
  const sources = readSources('.');
  expect(sources.get('app/layout.tsx')?.imports).not.toEqual([]);
  expect(inCircles(sources)).toEqual([]);
});

test('sibling folders import each other one way', () => {
  expect(mutualFolders(readSources('.'))).toEqual([]);
});

test('a circle is seen', () => {
  const sources = createProject({
    'lib/a.ts': "import './b';",
    'lib/b.ts': "import './c';",
    'lib/c.ts': "import type { B } from './b';\nexport * from './d';",
    'lib/d.ts': '',
  });
  expect(inCircles(sources)).toEqual(['lib/b.ts', 'lib/c.ts']);
});

test('folders that import each other are seen, late or for types alone, but none inside another', () => {
  const sources = createProject({
    'lib/mail/send.ts': "const load = () => import('@/lib/share/get');",
    'lib/share/get.ts': "import './dto/names';",
    'lib/share/remove.ts': "import type { Letter } from '../mail/letter';",
    'lib/share/dto/names.ts': "import '../remove';\nimport '@/lib/mail/letter';",
    'lib/mail/letter.ts': '',
  });
  expect(mutualFolders(sources)).toEqual(['lib/mail <-> lib/share']);
});

function createProject(files: Record<string, string>) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-house-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const layer of ['app', 'components', 'lib']) fs.mkdirSync(path.join(root, layer));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return readSources(root);
}

const all = [...readSources('.').values()];

test('a type’s name is declared in one file', () => {
  expect([...repeatedTypes(all)]).toEqual([]);
});

test('no doc comment opens with a question word or has more than 40 words', () => {
  const places = docComments(all)
    .filter((comment) => opensWithQuestion(comment) || isLong(comment))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);
  expect(places).toEqual([]);
});

test('a name that two files declare and a comment that asks or goes on are seen', () => {
  const planted = createProject({
    'lib/a.ts': 'export type Link = string;\n/** What is linked. */\ntype FormProps = 1;\n',
    'lib/b.ts': `type Link = number;\ntype FormProps = 2;\n/** ${'word '.repeat(41)}*/\n`,
  }).values();
  const sources = [...planted];
  expect([...repeatedTypes(sources)]).toEqual([['Link', ['lib/a.ts', 'lib/b.ts']]]);
  expect(docComments(sources).map((comment) => [opensWithQuestion(comment), isLong(comment)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

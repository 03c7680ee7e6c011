// What can be known without running the product.
import fs from 'node:fs';
import path from 'node:path';
import { refuseNeglect } from './stages/unstable.mjs';
import { root, step, stepsBeside, tool } from './step.mjs';

const onServer = ['--conditions=react-server', '--import', 'tsx'];

export async function check() {
  refuseNeglect();
  await step('Preparing the database client', ...tool('prisma', 'generate'));
  // Left by an earlier `next dev`, they may speak of pages that are gone; a running one writes them anew.
  fs.rmSync(path.join(root, '.next/dev/types'), { recursive: true, force: true });
  await step('Typing the pages', ...tool('next', 'typegen'));
  const run =
    (name, [command, args]) =>
    () =>
      step(name, command, args);
  await stepsBeside(
    // An incremental run doesn't notice that a text was added to messages/en.json.
    run('Checking types', tool('tsc', '--noEmit', '--incremental', 'false')),
    run('Checking style and rooms', tool('biome', 'check', '--error-on-warnings', '.')),
    run('Looking for dead code', tool('knip')),
    run('Comparing schema and migrations', [process.execPath, [...onServer, 'scripts/migration.ts']]),
  );
}

// What can be known without running the product.
import { step, tool } from './step.mjs';

const onServer = ['--conditions=react-server', '--import', 'tsx'];

export async function check() {
  await step('Preparing the database client', ...tool('prisma', 'generate'));
  await step('Typing the pages', ...tool('next', 'typegen'));
  await step('Checking types', ...tool('tsc', '--noEmit'));
  await step('Checking style and rooms', ...tool('biome', 'check', '--error-on-warnings', '.'));
  await step('Looking for dead code', ...tool('knip'));
  await step('Comparing schema and migrations', process.execPath, [
    ...onServer,
    'scripts/migration-drift.ts',
  ]);
}

// `npm run bench [-- NAME [CASE …]]`: how fast the product is beside its references; without a name uploads, then the
// second look at their first row. `bench/NAME.ts` are the others.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail, root, tool } from './lib/step.mjs';

const [name, ...cases] = process.argv.slice(2);
const programs = fs
  .readdirSync(path.join(root, 'bench'))
  .flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? []);
if (name !== undefined && !programs.includes(name)) {
  process.stderr.write(`There is no ${name}, but ${programs.join(', ')}.\n`);
  process.exit(2);
}
try {
  await ensureInstalled({ withTools: true });
  await ensureBuilt();
} catch (error) {
  fail(error);
}
for (const program of name === undefined ? ['uploads', 'second-look'] : [name]) {
  const [command, args] = tool('tsx', '--tsconfig', 'bench/tsconfig.json', `bench/${program}.ts`, ...cases);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

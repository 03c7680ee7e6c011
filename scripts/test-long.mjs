// `npm run test:long -- [--list] [NAME …]`: the programs that take minutes, one after the other, a line each with its
// seconds. Without names all of them; `--list` only says which there are. The next one runs even after one has failed.
// What a program says, its figures, is in test-results/long/NAME.txt.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureBrowsers } from './lib/install-chromium.mjs';
import { longPrograms } from './lib/long-programs.mjs';
import { fail, root, StepFailed, step } from './lib/step.mjs';

const options = { list: { type: 'boolean' } };
const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
const results = path.join(root, 'test-results/long');
const unknown = names.filter((name) => !longPrograms.some((program) => program.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. See npm run test:long -- --list.\n`);
  process.exit(2);
}
const chosen = longPrograms.filter(({ name }) => names.length === 0 || names.includes(name));

if (!values.list) await prepare().catch(fail);
for (const program of chosen) {
  if (values.list) process.stdout.write(`${program.name.padEnd(16)} ${program.about}\n`);
  else await run(program);
}

async function prepare() {
  await ensureInstalled({ withTools: true });
  await ensureBrowsers();
  await ensureBuilt();
}

async function run({ name, about, command: [file, args], env }) {
  try {
    const output = await step(`${name}: ${about}`, file, args, { env });
    fs.mkdirSync(results, { recursive: true });
    fs.writeFileSync(path.join(results, `${name}.txt`), output);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stdout.write(`${error.output}\n`);
    process.exitCode = 1;
  }
}

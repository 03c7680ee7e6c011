// `npm run test:faults -- NAME …`: runs programs of this folder in turn, or all. Prints their figures and writes
// those of successful ones to test/faults/results/NAME.json.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Program } from './lib/program';
import { formatFigures, saveFigures } from './lib/report';

const folder = import.meta.dirname;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const known = fs
  .readdirSync(folder)
  .filter((file) => /^(?!run\.)[a-z0-9-]+\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, ''));

async function run(name: string): Promise<boolean> {
  const { program } = (await import(path.join(folder, `${name}.ts`))) as { program: Program };
  say(`\n${name}: ${program.about}`);
  const began = performance.now();
  const { figures, failures } = await withTimeLimit(program);
  const seconds = Math.round((performance.now() - began) / 1000);
  say(`\n${formatFigures({ ...figures, seconds })}`);
  for (const failure of failures) say(`FAILED  ${failure}`);
  if (failures.length === 0) saveFigures(name, { ...figures, seconds });
  return failures.length === 0;
}

async function withTimeLimit({ run, maxMinutes }: Program): Promise<Outcome> {
  const late = sleep(maxMinutes * 60_000, undefined, { ref: false }).then(() => {
    throw new Error(`It took longer than ${maxMinutes} minutes.`);
  });
  return Promise.race([run(say), late]);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. There is: ${known.join(', ')}.`);
  process.exit(2);
}
let isFine = true;
for (const name of names.length > 0 ? names : known) {
  const went = await run(name).catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return false;
  });
  isFine &&= went;
}
process.exit(isFine ? 0 : 1);

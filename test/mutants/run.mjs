// `npm run test:mutants -- [NAME]`: plants known faults in a copy of the tree, one at a time, and checks that tests
// find them.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { ensureInstalled } from '../../scripts/lib/install.mjs';
import { attempt, runTests, unplantable } from '../../scripts/lib/mutants/attempt.mjs';
import { copyTree } from '../../scripts/lib/mutants/copy.mjs';
import { takeTemporary } from '../../scripts/lib/stages/temporary.mjs';
import { endOnSignals, fail, root } from '../../scripts/lib/step.mjs';
import { allMutants } from './all.mjs';

const wanted = process.argv.slice(2).join(' ').toLowerCase();
const mutants = allMutants.filter(({ name }) => name.toLowerCase().includes(wanted));
const say = (line) => process.stdout.write(`${line}\n`);

if (mutants.length === 0) {
  say(`No fault is called “${wanted}”.`);
  process.exitCode = 1;
} else {
  await ensureInstalled({ withTools: true });
  await ensureBuilt(); // includes generated files
  endOnSignals();
  takeTemporary();
  const folder = copyTree(); // gone with the temporary folder
  const isFine = (await isListSound(folder).catch(fail)) && (await all(folder).catch(fail));
  if (!isFine) process.exitCode = 1;
}

/** Checks that all faults apply, and that the tests pass without them. */
async function isListSound(folder) {
  const reasons = mutants.map((mutant) => ({ mutant, reason: unplantable(folder, mutant) }));
  const bad = reasons.filter(({ reason }) => reason !== null);
  for (const { mutant, reason } of bad) say(`The list needs mending: “${mutant.name}”: ${reason}.`);
  if (bad.length > 0) return false;
  for (const project of new Set(mutants.map((mutant) => mutant.project))) {
    const tests = [...new Set(mutants.filter((one) => one.project === project).flatMap((one) => one.tests))];
    const { outcome, seconds, test, output } = await runTests(folder, { project, tests });
    say(`Without a fault: ${project}, ${tests.length} files, ${outcome}, ${seconds} s ${test}`);
    if (outcome === 'passed') continue;
    say(output);
    return false;
  }
  return true;
}

async function all(folder) {
  const rows = [];
  for (const mutant of mutants) {
    const { outcome, seconds, test, output } = await attempt(folder, mutant);
    const result = { failed: 'caught', passed: 'MISSED', broken: 'BROKEN' }[outcome];
    rows.push({ name: mutant.name, file: mutant.file, result, seconds, test });
    say(`${result}  ${String(seconds).padStart(4)} s  ${mutant.name}${test && `  ←  ${test}`}`);
    if (outcome === 'broken') say(output.slice(-2000));
  }
  const results = path.join(root, 'test-results');
  fs.mkdirSync(results, { recursive: true });
  fs.writeFileSync(path.join(results, 'mutants.json'), `${JSON.stringify(rows, null, 2)}\n`);
  const caught = rows.filter(({ result }) => result === 'caught').length;
  say(`\n${caught} of ${rows.length} caught`);
  return caught === rows.length;
}

// Plants one fault in a copy of the tree, runs the tests that should see it, and takes it out again.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endOf } from '../step.mjs';

/** A hanging test also detects the fault. */
const patienceMs = 5 * 60_000;
const oneHourMs = 3_600_000;

/** @typedef {{ name: string, file: string, find: string, put: string, project: string, tests: string[] }} Mutant */

/**
 * Returns the reason why a mutant can't be applied, or null.
 * @param {string} folder
 * @param {Mutant} mutant
 */
export function unplantable(folder, { file, find, put }) {
  const where = path.join(folder, file);
  if (!fs.existsSync(where)) return `${file} is gone`;
  const count = fs.readFileSync(where, 'utf8').split(find).length - 1;
  if (find === put) return 'changes nothing';
  return count === 1 ? null : `its text occurs ${count} times in ${file}`;
}

/** @param {string} folder @param {Mutant} mutant */
export async function attempt(folder, mutant) {
  const where = path.join(folder, mutant.file);
  const sound = fs.readFileSync(where, 'utf8');
  fs.writeFileSync(
    where,
    sound.replace(mutant.find, () => mutant.put),
  );
  try {
    return await runTests(folder, mutant, { options: ['--bail=1'], patienceMs });
  } finally {
    fs.writeFileSync(where, sound);
  }
}

/**
 * @param {string} folder
 * @param {{ project: string, tests: string[] }} what
 * @returns {Promise<{ outcome: 'passed' | 'failed' | 'broken', seconds: number, test: string, output: string
 * }>} `broken` when tests could not run
 */
export async function runTests(folder, { project, tests }, { options = [], patienceMs = oneHourMs } = {}) {
  const report = path.join(folder, 'mutant-report.json');
  fs.rmSync(report, { force: true });
  const began = Date.now();
  const reports = ['--reporter=json', `--outputFile=${report}`];
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...reports,
    ...options,
    ...tests,
  ];
  const { isLate, output } = await run(args, folder, patienceMs);
  const seconds = Math.round((Date.now() - began) / 1000);
  if (isLate)
    return { outcome: 'failed', seconds, test: `(not over in ${patienceMs / 60_000} minutes)`, output };
  return { ...outcomeOf(report), seconds, output };
}

function outcomeOf(report) {
  if (!fs.existsSync(report)) return { outcome: 'broken', test: '' };
  const { success, testResults, numPassedTests } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.find(({ status }) => status === 'failed');
  if (failed) return { outcome: 'failed', test: failed.fullName };
  return { outcome: success && numPassedTests > 0 ? 'passed' : 'broken', test: '' };
}

async function run(args, cwd, patienceMs) {
  const env = { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill();
  }, patienceMs);
  await endOf(child).finally(() => clearTimeout(timer));
  return { isLate, output };
}

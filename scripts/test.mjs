// `npm test`: everything that has to be true, from a fresh clone on. Ends at the first stage that fails; the last
// line counts the tests. `npm test -- NAME`: only the test files with NAME in their path, and what those need. Plain JavaScript and no dependency, because it runs before anything is installed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { check } from './lib/check.mjs';
import { failuresIn } from './lib/failures.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureBrowsers } from './lib/install-chromium.mjs';
import { startRadosgw } from './lib/radosgw.mjs';
import { fail, root, step, tool } from './lib/step.mjs';
import { testNamed } from './lib/test-named.mjs';

const results = path.join(root, 'test-results');
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let service = null; // a real S3 service, where one can be had
let starting = null; // that service, before it is there
const total = () => `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;

const names = process.argv.slice(2);
if (names.length > 0) process.exit(await testNamed(names).catch(fail));

try {
  await ensureInstalled({ withTools: true });
  await ensureBrowsers();
  starting = startRadosgw(); // beside the next steps: it waits more than it works
  starting.catch(() => undefined); // until it is awaited
  await check();
  await ensureBuilt();
  fs.rmSync(results, { recursive: true, force: true });
  await vitest('rules', 'Rules');
  service = await starting;
  const workers = `--maxWorkers=${Math.max(3, os.availableParallelism())}`; // they wait a lot
  // Each on a host and with a database in another zone; starts and journeys are in that of the machine.
  await inZone('America/New_York', 'code', 'Services', workers);
  await inZone('Europe/Berlin', 'api', 'Calls over HTTP', workers);
  await vitest('start', 'Starting and surviving', workers);
  await screens();
} catch (error) {
  await starting?.catch(() => undefined); // what is half started could not be stopped
  process.exitCode = 1;
  process.on('exit', () => process.stdout.write(`\n${[...failures, total()].join('\n')}\n`));
  fail(error);
}
process.stdout.write(`\n${total()}\n`);

async function vitest(project, name, ...options) {
  const file = path.join(results, `${name.replace(/\W+/g, '-')}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile=${file}`];
  const args = ['run', '--project', project, ...reports, ...options];
  await tests(name, file, tool('vitest', ...args), (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(couldNotRun).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

async function inZone(zone, project, name, workers) {
  process.env.TZ = zone;
  await vitest(project, name, workers);
  delete process.env.TZ;
}

function couldNotRun({ status, assertionResults }) {
  return status === 'failed' && assertionResults.length === 0;
}

async function screens() {
  const file = path.join(results, 'screens.json');
  await tests('Journeys in the browser', file, tool('playwright', 'test'), ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }));
}

async function tests(name, file, [command, args], countsOf) {
  let note = '';
  const count = () => {
    if (!fs.existsSync(file)) return '';
    const report = JSON.parse(fs.readFileSync(file, 'utf8'));
    failures.push(...failuresIn(report));
    const found = countsOf(report);
    for (const kind of Object.keys(counts)) counts[kind] += found[kind];
    note = ` (${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped)`;
    return note;
  };
  const env = {
    CI: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    ...(service && { TEST_S3_ENDPOINT: service.endpoint }),
  };
  await step(name, command, args, { note: count, env });
}

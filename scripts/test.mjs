// `npm test`: everything that has to be true, from a fresh clone on. Ends at the first stage that fails; the last
// line counts the tests. `npm test -- NAME`: only the test files with NAME in their path, and what those need; with
// `--only STAGE` one stage as a whole run has it. `npm test -- --slowest`: where the time of the last run went; with
// `--keep`, later runs compare with it (`--slower 3`: the machine was busy, a quiet one takes a third). Plain JavaScript
// and no dependency: it runs before anything is installed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { check } from './lib/check.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureBrowsers } from './lib/install-chromium.mjs';
import { startRadosgw } from './lib/radosgw.mjs';
import { describeSlowest, keepDurations, keptDurations, recordDurations } from './lib/stages/durations.mjs';
import { countOutcomes, describeFailure, outcomesIn, restlessOf, totalOf } from './lib/stages/outcomes.mjs';
import { describeUnstable, lookTwice } from './lib/stages/second-look.mjs';
import { takeTemporary } from './lib/stages/temporary.mjs';
import { recordUnstable } from './lib/stages/unstable.mjs';
import { endOnSignals, fail, root, StepFailed, step, tool } from './lib/step.mjs';
import { testNamed } from './lib/test-named.mjs';

const results = path.join(root, 'test-results');
const outcomes = [];
const unstable = [];
const left = [];
let service = null; // a real S3 service, where one can be had
let starting = null; // that service, before it is there

const { values, positionals: names } = parseArgs({
  options: {
    slowest: { type: 'boolean' },
    keep: { type: 'boolean' },
    slower: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
if (values.slowest) {
  process.stdout.write(`${describeSlowest()}\n`);
  if (values.keep) keepDurations(Number(values.slower));
  process.exit();
}
if (names.length > 0) process.exit(await testNamed(names).catch(fail));

const workers = `--maxWorkers=${Math.max(3, os.availableParallelism())}`; // they wait a lot
// Services and calls are on a host and with a database in another zone; starts and journeys in that of the machine.
const stages = {
  rules: () => vitest('rules', 'Rules'),
  components: () => vitest('components', 'Parts of screens'),
  services: () => inZone('America/New_York', 'code', 'Services', workers),
  calls: () => inZone('Europe/Berlin', 'api', 'Calls over HTTP', workers),
  starts: () => vitest('start', 'Starting and surviving', workers),
  journeys: screens,
};
/** Stages that haven't been seen yet to leave nothing at all. */
const mayLeave = ['Calls over HTTP', 'Starting and surviving', 'Journeys in the browser'];
const asksBucket = (name) => name === 'services' || name === 'starts';
const chosen = values.only ?? Object.keys(stages);
const unknown = chosen.filter((name) => !(name in stages));
if (unknown.length > 0) {
  process.stderr.write(`There is no stage ${unknown.join(', ')}: ${Object.keys(stages).join(', ')}.\n`);
  process.exit(2);
}

endOnSignals();
const temporary = takeTemporary();
try {
  await ensureInstalled({ withTools: true });
  await ensureBrowsers();
  if (chosen.some(asksBucket)) {
    starting = startRadosgw(); // beside the next steps: it waits more than it works
    starting.catch(() => undefined); // until it is awaited
  }
  if (!values.only) await check();
  await ensureBuilt();
  if (!values.only) fs.rmSync(results, { recursive: true, force: true });
  for (const name of chosen) {
    if (asksBucket(name)) service = await starting;
    await stages[name]();
  }
} catch (error) {
  await starting?.catch(() => undefined); // what is half started could not be stopped
  process.exitCode = 1;
  process.on('exit', sayEnd);
  fail(error);
}
sayEnd();

function sayEnd() {
  const failed = outcomes.filter(({ status }) => status === 'failed').map(describeFailure);
  const total = totalOf(countOutcomes(outcomes));
  const lines = [...failed, ...unstable.map(describeUnstable), ...left, total];
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

async function vitest(project, name, ...options) {
  await stage(name, (files, report) =>
    tool(
      'vitest',
      ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
      ...[...options, ...files],
    ),
  );
}

async function inZone(zone, project, name, workers) {
  process.env.TZ = zone;
  await vitest(project, name, workers);
  delete process.env.TZ;
}

async function screens() {
  const [shown, kept] = ['journeys', 'unstable'].map((name) => path.join(results, name));
  await stage('Journeys in the browser', (files) => {
    if (files.length === 0) return tool('playwright', 'test');
    if (fs.existsSync(shown)) fs.cpSync(shown, path.join(kept, 'first'), { recursive: true });
    return tool('playwright', 'test', '--trace=on', `--output=${kept}/again`, ...files);
  });
}

async function stage(name, commandFor) {
  const found = await lookTwice((files) => look(name, files, commandFor));
  outcomes.push(...found.outcomes);
  unstable.push(...found.unstable, ...restlessOf(found.outcomes));
  if (!found.error) {
    const told = await temporary.leftBy(name);
    if (told.length > 0 && !mayLeave.includes(name)) process.exitCode = 1;
    left.push(...told);
  }
  if (!process.env.CI) recordUnstable(found.unstable);
  if (found.error) throw found.error;
}

async function look(name, files, commandFor) {
  const isSecond = files.length > 0;
  const report = path.join(results, `${name.replace(/\W+/g, '-')}${isSecond ? '-again' : ''}.json`);
  const [command, args] = commandFor(files, report);
  const env = {
    CI: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(service && { TEST_S3_ENDPOINT: service.endpoint }),
  };
  const began = Date.now();
  let found = [];
  const note = () => {
    if (!fs.existsSync(report)) return '';
    const whole = JSON.parse(fs.readFileSync(report, 'utf8'));
    found = outcomesIn(whole);
    if (!isSecond) recordDurations(name, (Date.now() - began) / 1000, whole);
    const budget = isSecond ? undefined : keptDurations().stages[name];
    return `${budget ? ` of ${budget} s` : ''} (${totalOf(countOutcomes(found))})`;
  };
  const title = isSecond ? `${name}, once more: ${files.join(', ')}` : name;
  try {
    await step(title, command, args, { note, env });
    return { outcomes: found, error: null };
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    return { outcomes: found, error };
  }
}

// `npm run test:changed [-- --all] [-- --journeys]`: the tests that the present change touches, compared with where it
// left main, and why these. Of services those that are nearest by imports, as many as half a minute has room for.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { builtNow } from './lib/build.mjs';
import { journeysFor } from './lib/journeys.mjs';
import { nearestScreens, nearestTests, readImporters, testsWithin } from './lib/nearest-tests.mjs';
import { pureLayers } from './lib/pure-layers.mjs';
import { keptDurations } from './lib/stages/durations.mjs';
import { root, tool } from './lib/step.mjs';

const patience = 18; // seconds for services
const usual = 1.5; // of a file whose duration isn't kept

const { values } = parseArgs({ options: { journeys: { type: 'boolean' }, all: { type: 'boolean' } } });
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const say = (line) => process.stdout.write(`${line}\n`);

const base = execFileSync('git', ['merge-base', 'HEAD', 'main'], { cwd: root, encoding: 'utf8' }).trim();
const changed = [
  ...git('diff', '--name-only', '-z', base),
  ...git('ls-files', '-z', '--others', '--exclude-standard'),
];
say(`${changed.length} files differ from main (${base.slice(0, 7)}), uncommitted ones included.`);
const importers = readImporters(root);
if (changed.length > 0) {
  services();
  parts();
  say('› rules, all of them: many read the sources themselves');
  run(...tool('vitest', 'run', '--project', 'rules'));
  journeys();
}

function services() {
  const tests = nearestTests(importers, changed).filter(isService);
  const near = values.all ? tests : testsWithin(tests, changed, patience, secondsOf());
  if (near.length === 0) return;
  say(`› ${near.length} of ${tests.length} services’ test files, by imports the nearest: ${near.join(', ')}`);
  if (near.length < tests.length) say('  All of them: npm run test:changed -- --all');
  run(...tool('vitest', 'run', '--project', 'code', ...near));
}

/** They take a second each. */
function parts() {
  const tests = nearestTests(importers, changed).filter((file) => file.endsWith('.test.tsx'));
  if (tests.length === 0) return;
  say(`› ${tests.length} test files of parts of screens`);
  run(...tool('vitest', 'run', '--project', 'components', ...tests));
}

/** Rules and pure layers have run already. */
function isService(file) {
  return /^(lib|test)\//.test(file) && !pureLayers.some((layer) => file.startsWith(`${layer}/`));
}

function secondsOf() {
  const { files } = keptDurations();
  return (file) => files[file] ?? usual;
}

function journeys() {
  const specs = journeysFor([...changed, ...nearestScreens(importers, changed)]);
  if (specs.length === 0) return;
  const which = `journeys of the screens that changed: ${specs.join(', ')}`;
  if (builtNow() || values.journeys) {
    say(`› ${which}`);
    run(process.execPath, ['scripts/test.mjs', ...specs]);
  } else
    say(
      `Not run, for want of a build of these sources: ${which}. With them: npm run test:changed -- --journeys`,
    );
}

function run(command, args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}

// `npm run test:changed`: the tests that the present change touches, compared with where it left main, and why these.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { builtNow } from './lib/build.mjs';
import { journeysFor } from './lib/journeys.mjs';
import { root, tool } from './lib/step.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const say = (line) => process.stdout.write(`${line}\n`);

const base = execFileSync('git', ['merge-base', 'HEAD', 'main'], { cwd: root, encoding: 'utf8' }).trim();
const changed = [
  ...git('diff', '--name-only', '-z', base),
  ...git('ls-files', '-z', '--others', '--exclude-standard'),
];
say(`${changed.length} files differ from main (${base.slice(0, 7)}), uncommitted ones included.`);
if (changed.length > 0) {
  say('› rules, all of them: many read the sources themselves');
  run(...tool('vitest', 'run', '--project', 'rules'));
  services();
  journeys();
}

function services() {
  const sources = changed.filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && fs.existsSync(path.join(root, file)),
  );
  if (sources.length === 0) return;
  say(`› services whose tests import ${sources.join(', ')}`);
  run(...tool('vitest', 'related', '--run', '--passWithNoTests', '--project', 'code', ...sources));
}

function journeys() {
  const specs = journeysFor(changed);
  if (specs.length === 0) return;
  const which = `journeys of the screens that changed: ${specs.join(', ')}`;
  if (builtNow() || process.argv.includes('--journeys')) {
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

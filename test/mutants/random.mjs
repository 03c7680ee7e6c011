// `npm run test:long -- random-mutants`: makes small changes at random places of a copy of the tree, one at a time, and
// counts how many the nearest tests notice. By itself:
// `node test/mutants/random.mjs --room lib/domain --count 50 --seed 2 --minutes 20`.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '../../scripts/lib/mutants/attempt.mjs';
import { copyTree } from '../../scripts/lib/mutants/copy.mjs';
import { changesIn, drawn } from '../../scripts/lib/mutants/random.mjs';
import { nearestTests, readImporters } from '../../scripts/lib/nearest-tests.mjs';
import { pureLayers } from '../../scripts/lib/pure-layers.mjs';
import { keptDurations } from '../../scripts/lib/stages/durations.mjs';
import { takeTemporary } from '../../scripts/lib/stages/temporary.mjs';
import { endOnSignals, fail, root } from '../../scripts/lib/step.mjs';

const allRooms = [
  'lib/server/services',
  'lib/server/transfer',
  'lib/server/storage',
  'lib/server/auth',
  'lib/domain',
  'lib/client',
];
const patience = 10; // seconds of tests for one change
/** Seconds of a file whose duration isn't kept: a rule, one with a database, one about the whole product. */
const usual = { rules: 0.3, services: 1.5, whole: 8 };
const ways = { options: ['--project=components', '--project=code', '--bail=1'], patienceMs: 300_000 };
const options = {
  room: { type: 'string', multiple: true, default: allRooms },
  count: { type: 'string', default: '300' },
  seed: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '600' },
  quick: { type: 'boolean' }, // only tests that need no database
};
const { values } = parseArgs({ options });
const say = (line) => process.stdout.write(`${line}\n`);

endOnSignals();
takeTemporary();
const importers = readImporters(root);
const folder = copyTree(); // gone with the temporary folder
const all = sources().flatMap((file) =>
  changesIn(fs.readFileSync(path.join(root, file), 'utf8'), file).map((change) => ({ file, ...change })),
);
const chosen = drawn(all, Number(values.count), Number(values.seed));
say(`${chosen.length} of ${all.length} changes in ${sources().length} files, seed ${values.seed}`);
const until = Date.now() + Number(values.minutes) * 60_000;
const rows = [];
for (const change of chosen) {
  if (Date.now() > until) break;
  rows.push(await tried(change).catch(fail));
}
report();

function sources() {
  return values.room.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file)),
  );
}

async function tried({ file, start, end, put, kind }) {
  const where = path.join(folder, file);
  const sound = fs.readFileSync(where, 'utf8');
  const tests = nearTests(file);
  const line = sound.slice(0, start).split('\n').length;
  const what = `${file}:${line} ${kind}: ${sound.slice(start, end).replaceAll(/\s+/g, ' ')} → ${put}`;
  if (tests.length === 0) return told({ what, result: 'UNTESTED', seconds: 0, test: '' });
  fs.writeFileSync(where, sound.slice(0, start) + put + sound.slice(end));
  try {
    const { outcome, seconds, test, output } = await runTests(folder, { project: 'rules', tests }, ways);
    const result = { failed: 'found', passed: 'SURVIVED', broken: 'BROKEN' }[outcome];
    return told({ what, result, seconds, test: outcome === 'broken' ? output.trim().slice(-300) : test });
  } finally {
    fs.writeFileSync(where, sound);
  }
}

/** Of those that need no build, as many as the patience has room for. */
function nearTests(file) {
  const { files } = keptDurations();
  let left = patience;
  return nearestTests(importers, [file])
    .filter((test) => /^(lib|test|components)\//.test(test))
    .filter((test) => !values.quick || kindOf(test) === 'rules')
    .filter((test, at) => {
      left -= files[test] ?? usual[kindOf(test)];
      return at === 0 || left >= 0;
    });
}

function kindOf(test) {
  if (pureLayers.some((layer) => test.startsWith(`${layer}/`))) return 'rules';
  return test.startsWith('test/') ? 'whole' : 'services';
}

function told(row) {
  const { what, result, seconds, test } = row;
  say(`${result.padEnd(8)} ${String(seconds).padStart(4)} s  ${what}${test && `  ←  ${test}`}`);
  return row;
}

function report() {
  const found = rows.filter(({ result }) => result === 'found').length;
  const percent = Math.round((found / Math.max(1, rows.length)) * 100);
  say(`\n${found} of ${rows.length} found (${percent} %), seed ${values.seed}`);
  const results = path.join(root, 'test-results');
  fs.mkdirSync(results, { recursive: true });
  fs.writeFileSync(path.join(results, 'random-mutants.json'), `${JSON.stringify(rows, null, 2)}\n`);
}

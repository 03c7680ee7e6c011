// `npm test -- NAME`: the test files whose path has NAME in it, layer by layer, each with what it needs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureBrowsers } from './install-chromium.mjs';
import { pureLayers } from './pure-layers.mjs';
import { root, tool } from './step.mjs';

const isPure = (file) => pureLayers.some((layer) => file.startsWith(`${layer}/`));
const layers = [
  { name: 'components', has: (file) => file.endsWith('.test.tsx') },
  { name: 'rules', has: (file) => isPure(file) && !file.endsWith('.test.tsx') },
  { name: 'code', has: (file) => /^(lib|test)\//.test(file) && !isPure(file) },
  { name: 'api', has: (file) => file.startsWith('e2e/api/'), needs: [ensureBuilt] },
  { name: 'start', has: (file) => file.startsWith('e2e/start/'), needs: [ensureBuilt] },
  { name: 'journeys', has: (file) => file.startsWith('e2e/screens/'), needs: [ensureBrowsers, ensureBuilt] },
];

/** @param {string[]} names @returns {Promise<number>} the exit code */
export async function testNamed(names) {
  const files = testFiles().filter((file) => names.some((name) => file.includes(name)));
  if (files.length === 0) {
    process.stdout.write(`No test file has ${names.join(' or ')} in its path.\n`);
    return 1;
  }
  await ensureInstalled({ withTools: true });
  let code = 0;
  for (const { name, has, needs = [] } of layers) {
    const some = files.filter(has);
    if (some.length === 0) continue;
    for (const ensure of needs) await ensure();
    process.stdout.write(`› ${name}: ${some.join(', ')}\n`);
    if ((await run(name, some)) === 0) continue;
    code = 1;
    process.stdout.write(`Each of them alone: ${some.map((file) => `\n  npm test -- ${file}`).join('')}\n`);
  }
  return code;
}

async function run(layer, files) {
  const [command, args] =
    layer === 'journeys'
      ? tool('playwright', 'test', ...files)
      : tool('vitest', 'run', '--project', layer, ...files);
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

function testFiles() {
  return ['lib', 'components', 'test', 'e2e'].flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`)
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file)),
  );
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const run = `
  import { spawn } from 'node:child_process';
  import fs from 'node:fs';
  import os from 'node:os';
  import { takeTemporary } from './scripts/lib/stages/temporary.mjs';
  const { leftBy } = takeTemporary();
  const told = [await leftBy('One')];
  fs.mkdirSync(os.tmpdir() + '/tsx-0');
  fs.mkdirSync(os.tmpdir() + '/playwright-transform-cache-0');
  fs.mkdirSync(os.tmpdir() + '/slipway-cli-x');
  const sleeps = (options) => spawn('sleep', ['300'], { detached: true, stdio: 'ignore', ...options }).unref();
  sleeps({ env: { PATH: process.env.PATH }, cwd: os.tmpdir() });
  if (process.argv.includes('wait')) {
    sleeps({});
    console.log(os.tmpdir());
    setInterval(() => undefined, 1000);
  } else console.log(JSON.stringify([...told, await leftBy('Two'), await leftBy('Three')]));`;

test('files and processes left by a stage are reported once, caches aside, and removed', async () => {
  const { parent, says, exit } = begin([]);
  const two = ['Two left in the temporary folder: slipway-cli-x'];
  if (process.platform === 'linux') two.push('Two left running: sleep 300');
  expect(JSON.parse(await says)).toEqual([[], two, []]);
  await exit;
  expect(fs.readdirSync(parent)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a run that is killed leaves nothing, and nothing running',
  async () => {
    const { parent, child, says } = begin(['wait']);
    const folder = (await says).trim();
    expect(sleepersIn(folder)).toBe(2);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect([fs.readdirSync(parent), sleepersIn(folder)]).toEqual([[], 0]), 20_000);
  },
);

function begin(args: string[]) {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-temporary-'));
  onTestFinished(() => fs.rmSync(parent, { recursive: true }));
  const child = spawn(process.execPath, ['--input-type=module', '-e', run, 'run', ...args], {
    env: { ...process.env, TMPDIR: parent },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { parent, child, says: once(child.stdout, 'data').then(String), exit: once(child, 'exit') };
}

function sleepersIn(folder: string): number {
  return fs.readdirSync('/proc').filter((pid) => {
    try {
      if (!fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep')) return false;
      const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
      return environment.includes(folder) || fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

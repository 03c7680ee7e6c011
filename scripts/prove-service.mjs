// `node scripts/prove-service.mjs`: proves deploy/slipway.service by a systemd that really runs it, with all that the unit
// forbids, in namespaces of its own over this machine’s root. Needs root, Linux with cgroup2, and Debian’s systemd, which
// is installed where there is apt.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from './lib/build.mjs';
import { installDebian } from './lib/debian.mjs';
import { someone } from './lib/someone.mjs';
import { fail, root } from './lib/step.mjs';

const port = Number(process.env.PROVE_PORT ?? 3142);
const url = `http://127.0.0.1:${port}`;
const password = 'the admin of the service';
const systemd = '/lib/systemd/systemd';
const patienceMs = 90_000;

/** A separate control group, which systemd may change freely. */
function ownGroup() {
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n');
  const place = mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2')?.[1];
  if (!place) throw new Error('This machine has no cgroup2.');
  const group = path.join(place, 'slipway-service');
  fs.mkdirSync(group, { recursive: true });
  return group;
}

function startSystem(work) {
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--ipc', '--uts', '--cgroup'];
  const script = path.join(import.meta.dirname, 'prove-service/system.sh');
  const command = [
    'unshare',
    ...namespaces,
    '--fork',
    '--kill-child',
    'bash',
    script,
    work,
    root,
    String(port),
  ];
  const group = ownGroup();
  const into = `echo $$ > '${group}/cgroup.procs' && exec "$@"`;
  const env = { ...process.env, ADMIN_PASSWORD: password };
  const system = spawn('bash', ['-c', into, 'bash', ...command], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const first = () => fs.readFileSync(`/proc/${system.pid}/task/${system.pid}/children`, 'utf8').trim();
  const within = (...words) => {
    const { stdout, stderr } = spawnSync('nsenter', ['-t', first(), '-a', ...words], { encoding: 'utf8' });
    return stdout + stderr;
  };
  const over = new Promise((resolve) => system.once('exit', resolve));
  const end = async () => {
    system.kill('SIGKILL'); // takes the whole namespace along
    await over;
    // Its processes are gone a moment later.
    for (let tries = 0; fs.existsSync(group) && tries < 50; tries++) {
      await sleep(100);
      spawnSync('find', [group, '-depth', '-type', 'd', '-delete']);
    }
  };
  return { within, end, isOver: () => system.exitCode !== null };
}

/** @returns seconds until the unit answers */
async function ready({ within, isOver }) {
  const began = Date.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (isOver()) throw new Error('systemd didn’t start here.');
    if (answer?.ok) return ((Date.now() - began) / 1000).toFixed(1);
    if (Date.now() - began > patienceMs) {
      throw new Error(
        `It doesn’t answer:\n${within('journalctl', '--no-pager', '-u', 'slipway', '-n', '40')}`,
      );
    }
    await sleep(200);
  }
}

function checkWalls({ within }) {
  const pid = within('systemctl', 'show', '-P', 'MainPID', 'slipway').trim();
  const status = within('cat', `/proc/${pid}/status`);
  const user = within('id', '-u', 'slipway').trim();
  const expected = [
    new RegExp(`^Uid:\\s+${user}\\s`, 'm'),
    /^CapEff:\s+0+$/m,
    /^NoNewPrivs:\s+1$/m,
    /^Seccomp:\s+2$/m,
  ];
  for (const line of expected)
    if (!line.test(status)) throw new Error(`Not as the unit says (${line}):\n${status}`);
  const touch = (folder) => within('nsenter', '-t', pid, '-m', 'touch', `${folder}/x`);
  for (const folder of ['/etc', '/usr', '/opt/slipway']) {
    if (!touch(folder).includes('Read-only')) throw new Error(`${folder} can be written to.`);
  }
  if (touch('/var/lib/slipway') !== '') throw new Error('/var/lib/slipway can’t be written to.');
}

async function prove(system) {
  const first = await ready(system);
  checkWalls(system);
  const admin = await someone(url, password);
  const files = await admin.sendFiles();
  system.within('systemctl', 'restart', 'slipway');
  const again = await ready(system);
  await admin.checkKept(files, 'after a restart');
  system.within('systemctl', 'stop', 'slipway');
  const result = system.within('systemctl', 'show', '-P', 'Result', '-P', 'NRestarts', 'slipway').trim();
  if (result !== 'success\n0') throw new Error(`It stopped with ${result}.`);
  return [
    `${spawnSync(systemd, ['--version'], { encoding: 'utf8' }).stdout.split('\n', 1)[0]} started the unit as it is`,
    `ready ${first} s after systemd’s own start and ${again} s after a restart`,
    'an account of its own, no capability, no new privileges, system calls filtered, only its folder writable',
    'sign-in, upload and download of 5 MB and of 10 KB, all there after a restart; stopped in order',
  ];
}

async function main() {
  if (process.getuid?.() !== 0) throw new Error('Making namespaces for a system takes root.');
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-service-'));
  if (!fs.existsSync(systemd)) await installDebian('systemd', ['systemd'], work, 'Install systemd, please.');
  await ensureBuilt();
  const system = startSystem(work);
  try {
    const figures = await prove(system);
    process.stdout.write(`\nProved:\n${figures.map((line) => `  ${line}\n`).join('')}`);
  } finally {
    await system.end();
    fs.rmdirSync(work);
  }
}

await main().catch(fail);

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { someone } from '../lib/someone.mjs';

const port = Number(process.env.PROVE_PORT ?? 3141);
const url = `http://127.0.0.1:${port}`;
const password = 'the admin of the image';
const userId = 1000;

export async function checkRunning(image, work) {
  if (image.user !== 'node') throw new Error(`The image runs as ${image.user}.`);
  const volume = path.join(work, 'volume');
  fs.rmSync(volume, { recursive: true, force: true });
  fs.mkdirSync(volume);
  fs.chownSync(volume, userId, userId);

  let container = await startContainer(image, volume);
  try {
    const first = container.seconds;
    checkWalls(container, image);
    const admin = await someone(url, password);
    const files = await admin.sendFiles();
    container.run(['node', 'scripts/backup.mjs', '/data/backup.tar']);
    await container.stop();
    container = await startContainer(image, volume);
    await admin.checkKept(files, 'after a restart');
    const again = container.seconds;
    await container.stop();
    return [
      `every RUN, COPY, ENV, ARG and WORKDIR of the Dockerfile, in order; image without its base ${sizeOf(image, work)} MB`,
      `healthy ${first} s after the first start and ${again} s after the second, by the HEALTHCHECK’s own command`,
      `uid ${userId}, no capability, root read-only, ${image.volumes.join(', ')} and /tmp writable, no development packages`,
      'sign-in, upload and download of 5 MB and of 10 KB, backup from within, SIGTERM answered with 0, all there after a new start',
    ];
  } catch (error) {
    throw new Error(`${error.message}\n${container.said()}`, { cause: error });
  } finally {
    await container.kill();
  }
}

const rootOf = (image, volume) => `
  set -e
  mount --make-rprivate /
  mount --bind '${image.rootfs}' '${image.rootfs}'
  mount -t proc proc '${image.rootfs}/proc'
  mount --rbind /dev '${image.rootfs}/dev'
  mount -t tmpfs tmpfs '${image.rootfs}/tmp'
  mount --bind '${volume}' '${image.rootfs}${image.volumes[0]}'
  mount -o remount,ro,bind '${image.rootfs}'
  exec chroot '${image.rootfs}' setpriv --reuid=${userId} --regid=${userId} --clear-groups --bounding-set=-all \
    --inh-caps=-all --no-new-privs "$@"`;

async function startContainer(image, volume) {
  const own = { PORT: String(port), BASE_URL: `http://localhost:${port}`, ADMIN_PASSWORD: password };
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/node', ...image.env, ...own };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const command = ['/usr/bin/env', '-i', `--chdir=${image.workdir}`, ...settings];
  const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', rootOf(image, volume), 'sh'];
  const began = Date.now();
  const child = spawn('unshare', [...unshare, ...command, ...image.cmd], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  let isOver = false;
  exit.then(() => (isOver = true));

  const inner = () => Number(fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  const tryIt = (words) => {
    const into = ['-t', String(inner()), '-m', '-p', '-r', '-S', String(userId), '-G', String(userId)];
    return spawnSync('nsenter', [...into, ...command, ...words], { encoding: 'utf8' });
  };
  for (;;) {
    if (isOver || Date.now() - began > 90_000)
      throw new Error(`The container doesn’t get healthy:\n${output}`);
    if (inner() && tryIt(image.healthcheck).status === 0) break;
    await sleep(500);
  }
  return {
    seconds: ((Date.now() - began) / 1000).toFixed(1),
    pid: inner(),
    said: () => output,
    tryIt,
    run: (words) => {
      const { status, stdout, stderr } = tryIt(words);
      if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
      return stdout;
    },
    stop: async () => {
      process.kill(inner(), 'SIGTERM');
      const code = await Promise.race([exit, sleep(15_000, 'no end within 15 s')]);
      if (code !== 0) throw new Error(`After SIGTERM: ${code}\n${output}`);
    },
    kill: async () => {
      if (isOver) return;
      child.kill('SIGKILL'); // takes the whole namespace along
      await exit;
    },
  };
}

function checkWalls({ pid, tryIt, run }, image) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  if (!new RegExp(`^Uid:\\s+${userId}\\s`, 'm').test(status)) throw new Error('It doesn’t run as its user.');
  if (!/^CapEff:\s+0+$/m.test(status)) throw new Error('It has capabilities.');
  for (const place of ['/app/x', '/etc/x', '/app/.next/x', '/usr/x']) {
    if (tryIt(['touch', place]).status === 0) throw new Error(`${place} can be written to.`);
  }
  run(['touch', '/tmp/x', `${image.volumes[0]}/x`]);
  run(['rm', `${image.volumes[0]}/x`]);
  for (const name of ['typescript', 'vitest', '@playwright/test', '@biomejs/biome']) {
    if (fs.existsSync(path.join(image.rootfs, 'app/node_modules', name)))
      throw new Error(`It holds ${name}.`);
  }
}

function sizeOf(image, work) {
  const megabytes = (folder) =>
    Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
  return megabytes(image.rootfs) - megabytes(path.join(work, 'base'));
}

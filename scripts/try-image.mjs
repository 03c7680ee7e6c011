// `node scripts/try-image.mjs IMAGE [ENGINE]`: runs the image in every way that people run images, as root of a machine
// with Docker or Podman: any account, read-only, without rights, in a folder or a volume, with 1 GB, without a network.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { someone } from './lib/someone.mjs';
import { fail, root } from './lib/step.mjs';

const [image, engine = 'docker'] = process.argv.slice(2);
const password = 'the admin of the image';
const walls = [
  ...['--read-only', '--tmpfs', '/tmp', '--shm-size', '128m', '--memory', '1g'],
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
];

/**
 * @typedef {{ name: string, flags: string[], folder?: { uid: number, gid: number, mode: number }, hasNetwork?: boolean,
 *   between?: (folder: string) => void }} Way `folder` is mounted; without one, a volume of the engine's
 * @type {Way[]}
 */
const ways = [
  { name: 'as it is, in a volume', flags: [] },
  { name: 'uid 4242, in its folder', flags: as('4242:4242'), folder: { uid: 4242, gid: 4242, mode: 0o755 } },
  { name: 'uid 99, group 100 (Unraid)', flags: as('99:100'), folder: { uid: 99, gid: 100, mode: 0o777 } },
  { name: 'uid 568 (TrueNAS), in a volume', flags: as('568:568') },
  {
    name: 'uid 1000 in a group’s folder (fsGroup of Kubernetes)',
    flags: as('1000:2000'),
    folder: { uid: 0, gid: 2000, mode: 0o2775 },
    between: (folder) => {
      execFileSync('chgrp', ['-R', '2000', folder]);
      execFileSync('chmod', ['-R', 'g+rwX', folder]);
    },
  },
  { name: 'root, in a folder of root’s', flags: ['--user', '0'], folder: { uid: 0, gid: 0, mode: 0o755 } },
  { name: 'uid 4242, no network', flags: [...as('4242:4242'), '--network', 'none'], hasNetwork: false },
];

function as(user) {
  return ['--user', user, ...walls];
}

const run = (...args) => execFileSync(engine, args, { encoding: 'utf8' }).trim();
const attempt = (...args) => spawnSync(engine, args, { encoding: 'utf8' });

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function makeFolder({ uid, gid, mode }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-data-'));
  fs.chownSync(folder, uid, gid);
  fs.chmodSync(folder, mode);
  return folder;
}

async function start(name, { flags, hasNetwork = true }, place) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const published = hasNetwork ? ['-p', `127.0.0.1:${port}:3000`] : [];
  const settings = ['-e', `BASE_URL=${url}`, '-e', `ADMIN_PASSWORD=${password}`];
  const began = Date.now();
  run('run', '-d', '--name', name, '-v', `${place}:/data`, ...published, ...settings, ...flags, image);
  // A health check asks if it lives; what follows here needs its database.
  const ready = "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))";
  const isUp = () =>
    ['scripts/healthcheck.mjs', ['-e', ready]].every(
      (asked) => attempt('exec', name, 'node', ...[asked].flat()).status === 0,
    );
  while (!isUp()) {
    if (Date.now() - began > 90_000 || run('inspect', '--format', '{{.State.Running}}', name) !== 'true')
      throw new Error(`It doesn’t get healthy:\n${saidBy(name)}`);
    await sleep(200);
  }
  return { url, seconds: ((Date.now() - began) / 1000).toFixed(1) };
}

function saidBy(name) {
  const { stdout, stderr } = attempt('logs', name);
  return stdout + stderr;
}

function stop(name) {
  const began = Date.now();
  run('stop', '-t', '10', name);
  const seconds = (Date.now() - began) / 1000;
  const code = run('inspect', '--format', '{{.State.ExitCode}}', name);
  if (code !== '0' || seconds >= 10)
    throw new Error(`It stops with ${code} after ${seconds} s:\n${saidBy(name)}`);
  run('rm', name);
  return seconds.toFixed(1);
}

/** A frame of a film, as thumbnails are made, which shows that the image has its ffmpeg. */
function checkFilm(name, place) {
  fs.copyFileSync(path.join(root, 'test/browsers/film.webm'), path.join(place, 'film.webm'));
  const args = '-loglevel error -f matroska -i file:/data/film.webm -frames:v 1 -vf scale=160:-1 -c:v png';
  const made = spawnSync(engine, [
    ...['exec', name, 'ffmpeg', ...args.split(' '), '-f', 'image2pipe', 'pipe:1'],
  ]);
  if (made.stdout.subarray(1, 4).toString() !== 'PNG')
    throw new Error(`A film has no picture: ${made.stderr}`);
}

/** @param {Way} way */
async function tryWay(way, at) {
  const name = `slipway-try-${process.pid}-${at}`;
  const place = way.folder ? makeFolder(way.folder) : name;
  try {
    const first = await start(name, way, place);
    const account = run('exec', name, 'id');
    if (way.folder) checkFilm(name, place);
    const admin = way.hasNetwork === false ? null : await someone(first.url, password);
    const files = (await admin?.sendFiles()) ?? [];
    run('exec', name, 'node', 'scripts/backup.mjs', '/data/backup.tar');
    const stopped = stop(name);
    if (way.folder) way.between?.(place);
    const second = await start(name, way, place);
    if (admin) await (await someone(second.url, password)).checkKept(files, 'after a restart');
    const seconds = `first answer ${first.seconds} s, stop ${stopped} s, again ${second.seconds} s, stop ${stop(name)} s`;
    process.stdout.write(`✓ ${way.name}: ${seconds}; ${account}\n`);
  } finally {
    attempt('rm', '-f', name);
    if (way.folder) fs.rmSync(place, { recursive: true });
    else attempt('volume', 'rm', name);
  }
}

/** A folder that the engine has made, as `-v ./data:/data` does. */
async function tryForeignFolder() {
  const name = `slipway-try-${process.pid}`;
  const place = makeFolder({ uid: 0, gid: 0, mode: 0o755 });
  const { status, stdout, stderr } = attempt(
    ...['run', '--rm', '--name', name, '-v', `${place}:/data`, ...walls, image],
  );
  fs.rmSync(place, { recursive: true });
  const said = (stdout + stderr).trim();
  if (status !== 1 || !said.includes('chown')) throw new Error(`A folder of root’s: ${status}, ${said}`);
  process.stdout.write(`✓ a folder of root’s is refused: ${said}\n`);
}

try {
  process.stdout.write(
    `${image}: ${(run('image', 'inspect', '--format', '{{.Size}}', image) / 1e6).toFixed(0)} MB\n`,
  );
  for (const [at, way] of ways.entries()) await tryWay(way, at);
  await tryForeignFolder();
} catch (error) {
  fail(error);
}

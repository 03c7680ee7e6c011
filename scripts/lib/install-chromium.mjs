// Installs Debian's Chromium for the browser tests: with apt where we may, else into the home directory.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findChromium, ownChromium, ownFolder } from './chromium.mjs';
import { StepFailed, step } from './step.mjs';

const packages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk'];
const install = ['install', '-y', '--no-install-recommends', ...packages];
const unpackAll = 'set -e; for file in "$1"/*.deb; do dpkg-deb -x "$file" "$2"; done';
const patience = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3'];

export async function ensureChromium() {
  if (findChromium()) return;
  if (!has('apt-get')) {
    throw new StepFailed('Install Chromium or Chrome, or set CHROMIUM to its path', 'No browser was found.');
  }
  if (process.getuid?.() === 0) await withApt([]);
  else if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) await withApt(['sudo', '-n']);
  else await intoHome();
}

const has = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

async function withApt(prefix) {
  const apt = (...args) => [...prefix, 'apt-get', ...patience, ...args];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const [name, [command, ...args]] of [
    ['Reading the package lists', apt('update')],
    ['Installing Chromium', apt(...install)],
  ]) {
    await step(name, command, args, { env });
  }
}

/** Without root: apt with state and cache of our own downloads what is missing, and nothing is installed. */
async function intoHome() {
  const work = path.join(ownFolder, 'apt');
  for (const folder of ['lists/partial', 'archives/partial']) {
    fs.mkdirSync(path.join(work, folder), { recursive: true });
  }
  const settings = {
    'Dir::State': work,
    'Dir::State::lists': path.join(work, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': work,
    'Dir::Cache::archives': path.join(work, 'archives'),
    'Debug::NoLocking': '1',
    'Acquire::Retries': '3',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await step('Reading the package lists', 'apt-get', [...options, 'update']);
  await step('Downloading Chromium', 'apt-get', [...options, '--download-only', ...install]);
  const tree = path.join(ownFolder, 'root');
  await step('Unpacking Chromium', 'sh', ['-c', unpackAll, 'sh', path.join(work, 'archives'), tree]);
  writeStarter(tree);
  fs.rmSync(work, { recursive: true });
}

/** The last step, so that a half unpacked copy is never found. */
function writeStarter(tree) {
  const fonts = path.join(ownFolder, 'fonts.conf');
  fs.writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${tree}/usr/share/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${ownFolder}/fonts</cachedir>
</fontconfig>\n`,
  );
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => foldersWithLibraries(path.join(tree, folder)));
  fs.writeFileSync(
    ownChromium,
    `#!/bin/sh
export LD_LIBRARY_PATH="${libraries.join(':')}" FONTCONFIG_FILE="${fonts}"
exec "${tree}/usr/lib/chromium/chromium" "$@"\n`,
    { mode: 0o755 },
  );
}

/** lib itself, lib/<machine> and what lies one folder below it, such as pulseaudio. */
function foldersWithLibraries(folder) {
  if (!fs.existsSync(folder)) return [];
  const below = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const holders = below.filter(({ name }) => /\.so(\.|$)/.test(name)).map(({ parentPath }) => parentPath);
  return [...new Set(holders)];
}

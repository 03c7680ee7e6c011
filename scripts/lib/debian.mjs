// Installs Debian packages that tests need: with apt where we may, else unpacked into a folder of our own.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StepFailed, step } from './step.mjs';

const unpackAll = 'set -e; for file in "$1"/*.deb; do dpkg-deb -x "$file" "$2"; done';
const patience = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3'];

/**
 * @param {string} name for messages
 * @param {string[]} packages
 * @param {string} folder for an unpacked copy
 * @param {string} otherwise advice for systems without apt
 * @returns {Promise<string | null>} the root of the unpacked copy; null when installed
 */
export async function installDebian(name, packages, folder, otherwise) {
  if (!has('apt-get')) throw new StepFailed(otherwise, `${name} was not found.`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if (process.getuid?.() === 0) return withApt(name, [], install);
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) {
    return withApt(name, ['sudo', '-n'], install);
  }
  return intoFolder(name, folder, install);
}

const has = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

async function withApt(name, prefix, install) {
  const apt = (...args) => [...prefix, 'apt-get', ...patience, ...args];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const [title, [command, ...args]] of [
    ['Reading the package lists', apt('update')],
    [`Installing ${name}`, apt(...install)],
  ]) {
    await step(title, command, args, { env });
  }
  return null;
}

/** Without root, apt downloads into a state and cache of its own and nothing is installed. */
async function intoFolder(name, folder, install) {
  const work = path.join(folder, 'apt');
  for (const part of ['lists/partial', 'archives/partial']) {
    fs.mkdirSync(path.join(work, part), { recursive: true });
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
  const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  await step('Reading the package lists', 'apt-get', [...options, 'update']);
  await step(`Downloading ${name}`, 'apt-get', [...options, '--download-only', ...install]);
  const tree = path.join(folder, 'root');
  await step(`Unpacking ${name}`, 'sh', ['-c', unpackAll, 'sh', path.join(work, 'archives'), tree]);
  fs.rmSync(work, { recursive: true });
  return tree;
}

/**
 * Writes a script that starts a program of an unpacked copy. Written last, so that a partial copy is never
 * used.
 * @param {{ tree: string, program: string, start: string, env?: Record<string, string> }} unpacked
 */
export function writeStarter({ tree, program, start, env = {} }) {
  const folders = ['usr/lib', 'lib'].flatMap((folder) => foldersWithLibraries(path.join(tree, folder)));
  const all = { LD_LIBRARY_PATH: folders.join(':'), ...env };
  const settings = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  const lines = ['#!/bin/sh', `export ${settings.join(' ')}`, `exec "${tree}/${program}" "$@"`];
  fs.writeFileSync(start, `${lines.join('\n')}\n`, { mode: 0o755 });
}

function foldersWithLibraries(folder) {
  if (!fs.existsSync(folder)) return [];
  const below = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const holders = below.filter(({ name }) => /\.so(\.|$)/.test(name)).map(({ parentPath }) => parentPath);
  return [...new Set(holders)];
}

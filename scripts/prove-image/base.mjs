import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installDebian } from '../lib/debian.mjs';
import { step } from '../lib/step.mjs';

/** Imitates the FROM images: bare Debian, Node and npm in /usr/local, the account `node`. */
export async function makeBase(work) {
  const base = path.join(work, 'base');
  if (fs.existsSync(path.join(base, 'usr/local/bin/node'))) return base;
  fs.mkdirSync(work, { recursive: true });
  fs.rmSync(base, { recursive: true, force: true });
  if (!fs.existsSync('/usr/sbin/debootstrap')) await installDebian('debootstrap', ['debootstrap'], work, '');
  await step('Making a bare Debian', 'debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    base,
    'http://deb.debian.org/debian',
  ]);
  execFileSync('chroot', [base, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node']);
  const npm = path.resolve(
    fs.realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()),
    '../..',
  );
  fs.cpSync(npm, path.join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const [name, target] of [
    ['npm', '../lib/node_modules/npm/bin/npm-cli.js'],
    ['npx', '../lib/node_modules/npm/bin/npx-cli.js'],
  ]) {
    fs.symlinkSync(target, path.join(base, 'usr/local/bin', name));
  }
  copyLibraries(base);
  fs.copyFileSync(process.execPath, path.join(base, 'usr/local/bin/node'));
  fs.chmodSync(path.join(base, 'usr/local/bin/node'), 0o755);
  return base;
}

function copyLibraries(base) {
  const needed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
  for (const [, file] of needed.matchAll(/=> (\/\S+)/g)) {
    const target = path.join(base, file);
    if (fs.existsSync(target)) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(fs.realpathSync(file), target);
  }
}

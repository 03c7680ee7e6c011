// Finds or installs Debian's nginx, for the tests of what stands behind a reverse proxy.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian, writeStarter } from './debian.mjs';

const ownFolder = path.join(os.homedir(), '.cache/slipway/nginx');
const ownNginx = path.join(ownFolder, 'start');

/** @returns {Promise<string>} the program; rejects where it can't be had */
export async function ensureNginx() {
  const found = findNginx();
  if (found) return found;
  const tree = await installDebian('nginx', ['nginx-light'], ownFolder, 'Install nginx');
  if (tree) writeStarter({ tree, program: 'usr/sbin/nginx', start: ownNginx });
  return findNginx() ?? '';
}

function findNginx() {
  const { PATH = '' } = process.env;
  const folders = [...PATH.split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const candidates = folders.map((folder) => path.join(folder, 'nginx'));
  return [...candidates, ownNginx].find((file) => fs.existsSync(file)) ?? null;
}

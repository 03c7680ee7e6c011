// Finds or installs Debian's Caddy, for the tests of what stands behind a reverse proxy.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian, writeStarter } from './debian.mjs';

const ownFolder = path.join(os.homedir(), '.cache/slipway/caddy');
const ownCaddy = path.join(ownFolder, 'start');
const places = ['/usr/bin/caddy', '/usr/local/bin/caddy', ownCaddy];

/** @returns {Promise<string>} the program; rejects where it can't be had */
export async function ensureCaddy() {
  const found = places.find((file) => fs.existsSync(file));
  if (found) return found;
  const tree = await installDebian('Caddy', ['caddy'], ownFolder, 'Install Caddy');
  if (tree) writeStarter({ tree, program: 'usr/bin/caddy', start: ownCaddy });
  return places.find((file) => fs.existsSync(file)) ?? '';
}

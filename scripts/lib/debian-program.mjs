// Finds or installs a program of Debian's that tests need beside the product.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian, writeStarter } from './debian.mjs';

const programs = {
  nginx: { file: 'usr/sbin/nginx', from: 'nginx-light' },
  apache2: { file: 'usr/sbin/apache2', from: 'apache2-bin' },
  haproxy: { file: 'usr/sbin/haproxy', from: 'haproxy' },
  caddy: { file: 'usr/bin/caddy', from: 'caddy' },
  aria2c: { file: 'usr/bin/aria2c', from: 'aria2' },
  wget: { file: 'usr/bin/wget', from: 'wget' },
  unzip: { file: 'usr/bin/unzip', from: 'unzip' },
  slapd: { file: 'usr/sbin/slapd', from: 'slapd' },
  clamd: { file: 'usr/sbin/clamd', from: 'clamav-daemon' },
  zbarimg: { file: 'usr/bin/zbarimg', from: 'zbar-tools' },
  'heif-enc': { file: 'usr/bin/heif-enc', from: 'libheif-examples' },
  pgbouncer: { file: 'usr/sbin/pgbouncer', from: 'pgbouncer' },
};

/**
 * @param {keyof typeof programs} name
 * @returns {Promise<string>} the program's path; rejects when it can't be installed
 */
export async function ensureProgram(name) {
  const { file, from } = programs[name];
  const folder = path.join(os.homedir(), '.cache/slipway', name);
  const start = path.join(folder, 'start');
  const { PATH = '' } = process.env;
  const folders = [...PATH.split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const find = () =>
    [...folders.map((place) => path.join(place, name)), start].find((place) => fs.existsSync(place));
  const found = find();
  if (found) return found;
  const tree = await installDebian(name, [from], folder, `Install ${name}`);
  if (tree) writeStarter({ tree, program: file, start });
  return find() ?? '';
}

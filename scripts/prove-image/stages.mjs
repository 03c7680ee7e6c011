import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { step } from '../lib/step.mjs';
import { flagsAndWords } from './dockerfile.mjs';
import { ways } from './ways.mjs';

/**
 * Replays all stages; the last one is the image.
 * @returns {Promise<{ rootfs: string, env: Record<string, string>, workdir: string, user: string, cmd: string[],
 *   healthcheck: string[], volumes: string[] }>}
 */
export async function replay({ stages, base, context, work }) {
  const done = new Map();
  let image;
  for (const { name, instructions } of stages) {
    const rootfs = path.join(work, `stage-${name}`);
    execFileSync('rm', ['-rf', '--one-file-system', rootfs]);
    execFileSync('cp', ['-a', '--reflink=auto', base, rootfs]);
    image = { rootfs, env: {}, workdir: '/', user: 'root', cmd: [], healthcheck: [], volumes: [] };
    for (const { command, text } of instructions)
      await handlers[command](image, text, { context, done, name });
    done.set(name, rootfs);
  }
  return image;
}

const handlers = {
  ARG: (image, text) => {
    const [name, value = ''] = text.split('=');
    image.env[name] ??= value;
  },
  ENV: (image, text) => {
    for (const [, name, value] of text.matchAll(/(\w+)=(\S*)/g)) {
      image.env[name] = value.replaceAll(/\$(\w+)/g, (_, other) => image.env[other] ?? '');
    }
  },
  WORKDIR: (image, text) => {
    image.workdir = path.posix.resolve(image.workdir, text);
    fs.mkdirSync(path.join(image.rootfs, image.workdir), { recursive: true });
  },
  COPY: (image, text, { context, done }) => {
    const { flags, words } = flagsAndWords(text);
    const from = flags.from ? done.get(flags.from) : context;
    const target = path.join(image.rootfs, path.posix.resolve(image.workdir, words.at(-1)));
    const isFolder = words.at(-1).endsWith('/') || words.length > 2;
    for (const word of words.slice(0, -1)) copy(path.join(from, word), target, isFolder);
  },
  RUN: (image, text, { name }) =>
    step(`${name}: ${text.slice(0, 70)}`, 'unshare', [
      '--mount',
      'sh',
      '-c',
      inside(image.rootfs),
      'sh',
      image.rootfs,
      ...environment(image),
      'sh',
      '-c',
      `cd ${image.workdir} && ${text}`,
    ]),
  USER: (image, text) => {
    image.user = text;
  },
  VOLUME: (image, text) => image.volumes.push(text),
  HEALTHCHECK: (image, text) => {
    image.healthcheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4));
  },
  CMD: (image, text) => {
    image.cmd = JSON.parse(text);
  },
  EXPOSE: () => undefined,
  STOPSIGNAL: () => undefined,
};

function copy(from, target, isFolder) {
  const isTree = fs.statSync(from).isDirectory();
  fs.mkdirSync(isTree || isFolder ? target : path.dirname(target), { recursive: true });
  execFileSync('cp', ['-a', '--no-preserve=ownership', isTree ? `${from}/.` : from, target]);
}

/** Gives the build this machine's access to mirror and registry, as an engine does. */
const inside = (rootfs) => `
  mount -t proc proc '${rootfs}/proc' && mount --rbind /dev '${rootfs}/dev'
  cat /etc/resolv.conf > '${rootfs}/etc/resolv.conf'
  ${bind('/etc/hosts', `${rootfs}/etc/hosts`)}
  ${bind('/etc/ssl/certs', `${rootfs}/etc/ssl/certs`)}
  ${bind(path.join(os.homedir(), '.npmrc'), `${rootfs}/root/.npmrc`)}
  exec chroot "$@"`;

const bind = (from, to) =>
  fs.existsSync(from) ? `{ [ -e '${to}' ] || : > '${to}'; } && mount --bind '${from}' '${to}'` : '';

function environment({ env }) {
  const all = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/root', ...ways(), ...env };
  return ['/usr/bin/env', '-i', ...Object.entries(all).map(([name, value]) => `${name}=${value}`)];
}

// Stand-ins for the FROM images: bare Debian without its manuals, and the same with Node 24 and npm.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { step } from '../lib/step.mjs';

const debian = 'docker.io/library/debian:trixie-slim';
const node = 'docker.io/library/node:24-trixie-slim';
const notNeeded = [
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
];

/** @param {string} work a folder that keeps what is made */
export async function makeBases(work) {
  if (has(node)) return;
  const tree = path.join(work, 'base');
  fs.rmSync(tree, { recursive: true, force: true });
  const mirror = ['trixie', tree, 'http://deb.debian.org/debian'];
  await step('Making a bare Debian', 'debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    ...mirror,
  ]);
  for (const name of notNeeded) fs.rmSync(path.join(tree, name), { recursive: true });
  trust(tree);
  execFileSync('find', [`${tree}/usr/share/doc`, '-type', 'f', '!', '-name', 'copyright', '-delete']);
  await keep(tree, debian);
  await addNode(tree);
  await keep(tree, node);
  fs.rmSync(tree, { recursive: true });
}

const has = (image) => {
  try {
    execFileSync('podman', ['image', 'exists', image], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Builds reach mirror and registry as this machine does. */
function trust(tree) {
  fs.copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(tree, 'etc/ssl/certs/ca-certificates.crt'));
  const npmrc = path.join(os.homedir(), '.npmrc');
  if (fs.existsSync(npmrc)) fs.copyFileSync(npmrc, path.join(tree, 'root/.npmrc'));
}

function ways() {
  const names = /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_registry)$/i;
  const found = Object.entries(process.env).filter(([name]) => names.test(name));
  return found.flatMap(([name, value]) => ['--change', `ENV ${name}=${value}`]);
}

async function keep(tree, image) {
  const file = `${tree}.tar`;
  execFileSync('tar', ['-C', tree, '-cf', file, '.']);
  await step(`Naming it ${image}`, 'podman', ['import', '--quiet', ...ways(), file, image]);
  fs.rmSync(file);
}

/** npm has Node's program as a package, and comes with this machine's Node itself. */
async function addNode(tree) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-node-'));
  const name = `node-linux-${process.arch}@24`;
  const args = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, name];
  const [{ filename }] = JSON.parse(await step(`Fetching ${name}`, 'npm', args));
  const at = path.join(tree, 'usr/local');
  const unpacking = ['--strip-components=1', '-C', at, 'package/bin', 'package/include', 'package/LICENSE'];
  execFileSync('tar', ['-xzf', path.join(folder, filename), ...unpacking]);
  fs.rmSync(folder, { recursive: true });
  const found = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  const npm = path.resolve(fs.realpathSync(found), '../..');
  fs.cpSync(npm, path.join(at, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(at, 'bin/npm'));
  fs.symlinkSync('../lib/node_modules/npm/bin/npx-cli.js', path.join(at, 'bin/npx'));
}

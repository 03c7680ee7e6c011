// `node scripts/prove-image.mjs [RELEASE]`: builds the Dockerfile with Debian's podman, from this clone or from a folder
// with a release, and tries the image. No registry of images is needed: Debian comes from debootstrap, Node from npm.
// Needs root and Linux. Only this machine's kind is built.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian } from './lib/debian.mjs';
import { fail, root, step } from './lib/step.mjs';
import { makeBases } from './prove-image/base.mjs';

const [release] = process.argv.slice(2);
const work = path.join(os.tmpdir(), 'slipway-image');

/** A store of its own; and limits and a runtime that sandboxes allow, too. */
function settings() {
  const conf = path.join(work, 'containers.conf');
  const storage = path.join(work, 'storage.conf');
  const lines = [
    '[containers]',
    'default_ulimits = ["nofile=16384:16384", "nproc=8192:8192"]',
    '[engine]',
    'cgroup_manager = "cgroupfs"',
    'events_logger = "file"',
    'runtime = "runc"',
  ];
  fs.mkdirSync(work, { recursive: true });
  fs.writeFileSync(conf, `${lines.join('\n')}\n`);
  fs.writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${work}/store"\nrunroot = "${work}/run"\n`,
  );
  return { CONTAINERS_CONF: conf, CONTAINERS_STORAGE_CONF: storage };
}

/** The stages after those that make a release, when there is one. */
function dockerfile() {
  const text = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const file = path.join(work, 'Dockerfile');
  fs.writeFileSync(file, release ? text.slice(text.search(/^FROM \S+ AS unpacked$/m)) : text);
  return file;
}

try {
  if (process.getuid?.() !== 0) throw new Error('Making a Debian and running containers takes root.');
  Object.assign(process.env, settings());
  const programs = ['podman', 'buildah', 'runc', 'conmon', 'netavark', 'iptables', 'debootstrap'];
  if (programs.some((name) => name !== 'netavark' && spawnSync('which', [name]).status !== 0))
    await installDebian('podman', programs, work, 'Install podman.');
  await makeBases(work);
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch];
  await step('Building the image', 'podman', [
    ...['build', '--runtime', 'runc', '--network', 'host', '--format', 'docker', '--pull-never'],
    ...['--build-arg', `TARGETARCH=${arch}`, '--build-arg', `BUILDPLATFORM=linux/${arch}`],
    ...['--file', dockerfile(), '--tag', 'slipway'],
    ...(release ? ['--build-context', `release=${path.resolve(release)}`] : []),
    root,
  ]);
  const tried = [path.join(root, 'scripts/try-image.mjs'), 'slipway', 'podman'];
  process.exitCode = spawnSync(process.execPath, tried, { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  fail(error);
}

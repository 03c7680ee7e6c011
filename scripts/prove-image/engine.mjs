import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, step } from '../lib/step.mjs';
import { ways } from './ways.mjs';

export const hasEngine = () => spawnSync('buildah', ['--version']).status === 0;

/**
 * Builds with buildah. The FROM images are bare Debian under their names, so no image registry is needed.
 * @returns the same as replay() of stages.mjs
 */
export async function buildByEngine({ stages, base, context, work }) {
  const own = ['--root', path.join(work, 'engine'), '--runroot', path.join(work, 'engine-run')];
  const storage = [...own, '--storage-driver', 'vfs'];
  const buildah = (...args) => execFileSync('buildah', [...storage, ...args], { encoding: 'utf8' }).trim();
  fs.cpSync('/etc/ssl/certs/ca-certificates.crt', path.join(base, 'etc/ssl/certs/ca-certificates.crt'));
  for (const from of new Set(stages.map(({ from }) => from))) nameBase(buildah, base, from);

  const npmrc = path.join(os.homedir(), '.npmrc');
  const shared = fs.existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : [];
  const platform = ['--build-arg', `BUILDPLATFORM=linux/${process.arch === 'x64' ? 'amd64' : process.arch}`];
  const file = ['--file', path.join(root, 'Dockerfile')];
  await step('Building the image with buildah', 'buildah', [
    ...storage,
    'build',
    ...['--isolation', 'chroot', '--format', 'docker', '--pull-never', ...platform, ...shared, ...file],
    ...['--tag', 'slipway', context],
  ]);

  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'slipway')).Docker;
  return {
    rootfs: buildah('mount', buildah('from', '--pull-never', 'slipway')),
    env: Object.fromEntries(
      config.Env.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
    ),
    workdir: config.WorkingDir,
    user: config.User,
    cmd: config.Cmd,
    healthcheck: config.Healthcheck.Test.slice(1),
    volumes: Object.keys(config.Volumes),
  };
}

function nameBase(buildah, base, name) {
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, base, '/');
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...ways() };
  const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  buildah('config', ...settings, container);
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
}

// Debian's MariaDB, for tests of imports from one; everything in it is thrown away.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installDebian } from './debian.mjs';
import { step } from './step.mjs';

const has = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
const isThere = () => has('mariadbd') && has('my_print_defaults');
const leftOut = 'Tests against MariaDB are left out:';

/**
 * Installs and starts it, in another time zone than ours.
 * @returns {Promise<string | null>} its URL; null without root or apt
 */
export async function startMariadb() {
  if (process.getuid?.() !== 0 || (!isThere() && !has('apt-get'))) {
    process.stdout.write(`– ${leftOut} they need root and apt (mariadb-server-core).\n`);
    return null;
  }
  if (!isThere() && !(await install())) return null;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-mariadb-'));
  const port = await freePort();
  const common = ['--no-defaults', '--user=root', `--datadir=${dir}/data`];
  const how = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  await step('Making a MariaDB', 'mariadb-install-db', [...common, ...how]);
  const server = spawn(
    'mariadbd',
    [
      ...common,
      ...[`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${dir}/socket`],
      ...['--default-time-zone=+02:00', '--max-allowed-packet=64M'],
    ],
    { stdio: 'ignore' },
  );
  process.once('exit', () => {
    server.kill('SIGKILL');
    fs.rmSync(dir, { recursive: true, force: true });
  });
  await answers(port);
  return `mariadb://root@127.0.0.1:${port}/`;
}

async function install() {
  try {
    await installDebian(
      'MariaDB, for tests of imports',
      ['mariadb-server-core', 'mariadb-client-core'],
      '',
      'Install MariaDB',
    );
    return true;
  } catch {
    process.stdout.write(`– ${leftOut} mariadb-server-core could not be installed.\n`);
    return false;
  }
}

async function answers(port) {
  for (const until = Date.now() + 30_000; ; await sleep(100)) {
    const socket = net.connect(port, '127.0.0.1');
    const hasAnswered = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (hasAnswered) return;
    if (Date.now() > until) throw new Error('MariaDB does not answer.');
  }
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

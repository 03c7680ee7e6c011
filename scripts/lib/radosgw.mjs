// A real S3 service for tests and benchmarks: Debian's Ceph gateway on OSDs that live in memory.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { installDebian } from './debian.mjs';
import { root, step } from './step.mjs';

const packages = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw', 'ceph-common', 'ceph-base'];
const has = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

/**
 * Installs and starts the gateway.
 * @returns {Promise<{ endpoint: string, dir: string | null, stop: () => void } | null>} `dir` holds the pid
 * files of its processes; null without root or apt
 */
export async function startRadosgw({ osds = 1 } = {}) {
  const { TEST_S3_ENDPOINT: running } = process.env;
  if (running && osds === 1) return { endpoint: running, dir: null, stop: () => undefined };
  if (process.getuid?.() !== 0 || (!has('radosgw') && !has('apt-get'))) {
    process.stdout.write(
      '– Tests against a real S3 service are left out: they need root and apt (radosgw).\n',
    );
    return null;
  }
  if (!has('radosgw') && !(await install())) return null;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-ceph-'));
  const [port, mon, mon1] = await freePorts(3);
  const env = { D: dir, PORT: String(port), MON: String(mon), MON1: String(mon1), OSDS: String(osds) };
  const stop = () => stopAll(dir);
  process.prependOnceListener('exit', stop); // before anybody removes the folder of the pids
  await step('Starting an S3 service', 'bash', [path.join(root, 'scripts/lib/radosgw.sh')], { env });
  return { endpoint: `http://127.0.0.1:${port}`, dir, stop };
}

async function install() {
  try {
    await installDebian('Ceph, for tests of buckets', packages, '', 'Install radosgw');
    return true;
  } catch {
    process.stdout.write('– Tests against a real S3 service are left out: radosgw could not be installed.\n');
    return false;
  }
}

function stopAll(dir) {
  if (!fs.existsSync(dir)) return;
  for (const file of fs.readdirSync(dir).filter((name) => name.endsWith('.pid'))) {
    const pid = Number(fs.readFileSync(path.join(dir, file), 'utf8'));
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  fs.rmSync(dir, { recursive: true, force: true });
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}

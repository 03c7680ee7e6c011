import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import type { Cluster } from './cluster';
import { followProgram } from './programs';

export type PostgresProcess = {
  child: ChildProcess;
  /** Resolves with the last lines of PostgreSQL's log. */
  exit: Promise<string>;
};

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
};

/** Enough for a few parallel queries; containers have 64 MB by default. */
const leastSharedBytes = 32 * 1024 ** 2;

/**
 * Falls back to files beside the data where shared memory is missing or tiny, as in some containers. A cluster
 * remembers the kind from its creation.
 */
export function sharedMemory(folder = '/dev/shm'): Record<string, string> {
  const isUsual = process.platform !== 'linux' || sizeOf(folder) >= leastSharedBytes;
  return isUsual ? {} : { dynamic_shared_memory_type: 'mmap' };
}

function sizeOf(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  const { blocks, bsize } = fs.statfsSync(folder);
  return blocks * bsize;
}

/**
 * `cat` ends with our end of its input, however this process dies, and PostgreSQL gets SIGINT (fast shutdown), again
 * until it listens. A signal ends a `wait`, hence the loop.
 */
const guard = `exec 3<&0; "$@" </dev/null & P=$!; trap "kill -INT $P" INT TERM; \
(cat <&3 >/dev/null; while kill -INT $P 2>/dev/null; do sleep 0.1; done) & G=$!; \
while kill -0 $P 2>/dev/null; do wait $P; done; kill -9 $G 2>/dev/null`;

export async function launch(cluster: Cluster): Promise<PostgresProcess> {
  // Children of a killed server hold its shared memory for a moment, which prevents a restart.
  for (let attempt = 1; ; attempt++) {
    const { child, ready, exit } = attemptLaunch(cluster);
    const log = await Promise.race([ready, exit]);
    if (log === null) return { child, exit };
    if (attempt > 40) throw new BadConfiguration(`The embedded PostgreSQL does not start: ${log}`);
    removePidFile(cluster.data);
    await sleep(250);
  }
}

function attemptLaunch({ runner, binaries, data, socketDir }: Cluster) {
  // The setting is a list: the path is quoted so that its commas don't split it.
  const options = {
    ...settings,
    ...sharedMemory(),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...runner.command, binaries.postgres, '-D', data, ...flags];
  const child = spawn('/bin/sh', ['-c', guard, 'sh', ...command], {
    ...runner.options,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // this process handles Ctrl-C: requests end first, the database last
  });
  let log = '';
  const end = () => void child.stdin?.destroy();
  const exit = followProgram(child, end).then(() => {
    end(); // otherwise the guard's `cat` would outlive it
    return log;
  });
  const ready = new Promise<null>((resolve) => {
    child.stderr?.on('data', (data: Buffer) => {
      log = (log + data).slice(-4000);
      if (log.includes('ready to accept connections')) resolve(null);
    });
  });
  return { child, ready, exit };
}

/** Waits for the PostgreSQL of a killed process to stop, and signals it after a while. Requires the instance lock. */
export async function endLeftover(data: string): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const pid = runningPid(data);
    if (pid === null) return removePidFile(data);
    if (waited > 0 && waited % 5000 === 0) process.kill(pid, waited > 5000 ? 'SIGQUIT' : 'SIGINT');
    if (waited > 30_000)
      throw new BadConfiguration(`A PostgreSQL (process ${pid}) still runs in ${data} and does not stop.`);
    await sleep(50);
  }
}

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** After a reboot or in another container, the pid may belong to any process. */
function removePidFile(data: string): void {
  if (runningPid(data) === null) fs.rmSync(pidFile(data), { force: true });
}

function runningPid(data: string): number | null {
  try {
    const pid = Number(fs.readFileSync(pidFile(data), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    if (process.platform !== 'linux') return pid;
    const isZombie = /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // The data folder is in its command line; another cluster's server is not ours to stop.
    const isOurs = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
    return isOurs && !isZombie ? pid : null;
  } catch {
    return null;
  }
}

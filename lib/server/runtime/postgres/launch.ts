import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import type { Cluster } from './cluster';
import { removePidFile } from './leftover';

export type Running = {
  child: ChildProcess;
  /** Resolves with the last lines of PostgreSQL's log when it has ended. */
  exit: Promise<string>;
};

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
};

/** What a few statements that are worked on by several processes need; containers have 64 MB unless told otherwise. */
const leastSharedBytes = 32 * 1024 ** 2;

/**
 * A cluster remembers where shared memory was when it was made. On a host without that place, as some containers are, or
 * with hardly any room there, it takes files beside its data instead, which every host has.
 */
export function sharedMemory(folder = '/dev/shm'): Record<string, string> {
  const isUsual = process.platform !== 'linux' || roomIn(folder) >= leastSharedBytes;
  return isUsual ? {} : { dynamic_shared_memory_type: 'mmap' };
}

function roomIn(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  const { blocks, bsize } = fs.statfsSync(folder);
  return blocks * bsize;
}

/**
 * The shell in front of PostgreSQL: `cat` ends when our end of its input closes, however this process dies,
 * and then PostgreSQL is told to stop (SIGINT: its fast shutdown). A signal ends a `wait`, hence the loop.
 */
const guard = `exec 3<&0; "$@" </dev/null & P=$!; trap "kill -INT $P" INT TERM; \
(cat <&3 >/dev/null; kill -INT $P) & G=$!; while kill -0 $P 2>/dev/null; do wait $P; done; kill -9 $G 2>/dev/null`;

/** Starts PostgreSQL on a cluster and resolves when it takes connections. */
export async function launch(cluster: Cluster): Promise<Running> {
  // The children of a killed server hold its memory for a moment, and until they end it can't start again.
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
    detached: true, // Ctrl-C is for us to answer: requests first, the database last
  });
  let log = '';
  const exit = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      child.stdin?.destroy(); // or the guard's `cat` would outlive it
      resolve(log);
    });
  });
  const ready = new Promise<null>((resolve) => {
    child.stderr?.on('data', (data: Buffer) => {
      log = (log + data).slice(-4000);
      if (log.includes('ready to accept connections')) resolve(null);
    });
  });
  return { child, ready, exit };
}

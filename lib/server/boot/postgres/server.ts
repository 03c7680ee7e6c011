import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, prepareCluster } from './cluster';

const database = 'slipway';
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
};

/**
 * The shell in front of PostgreSQL: `cat` ends when our end of its input closes, however this process dies,
 * and then PostgreSQL is told to stop (SIGINT: its fast shutdown). A signal ends a `wait`, hence the loop.
 */
const guard = `exec 3<&0; "$@" </dev/null & P=$!; trap "kill -INT $P" INT TERM; \
(cat <&3 >/dev/null; kill -INT $P) & G=$!; while kill -0 $P 2>/dev/null; do wait $P; done; kill -9 $G 2>/dev/null`;

export type EmbeddedPostgres = { url: string; fresh: boolean; stop: () => Promise<void> };

/**
 * Starts the embedded PostgreSQL in `dir` and keeps it running: when it dies by itself it is started again.
 * The caller holds the instance lock, so a server still running there is what a killed process left behind.
 */
export async function startPostgres(dir: string, socketFallback: string): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dir, socketFallback);
  await endLeftover(cluster.data);

  let stopping = false;
  let server = await launch(cluster);
  const keep = (running: Running) =>
    void running.exit.then(async () => {
      if (stopping) return;
      server = await launch(cluster);
      keep(server);
    });
  keep(server);

  const at = (name: string) =>
    `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(cluster.socketDir)}`;
  await ensureDatabase(at('postgres'));
  return {
    url: at(database),
    fresh: cluster.fresh,
    stop: async () => {
      stopping = true;
      server.child.kill('SIGINT');
      await server.exit;
    },
  };
}

type Running = { child: ChildProcess; exit: Promise<void> };

async function launch(cluster: Cluster): Promise<Running> {
  const options = { ...settings, unix_socket_directories: cluster.socketDir };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...cluster.runner.command, cluster.binaries.postgres, '-D', cluster.data, ...flags];
  // The children of a killed server hold its memory for a moment, and until they end it can't start again.
  for (let attempt = 1; ; attempt++) {
    const child = spawn('/bin/sh', ['-c', guard, 'sh', ...command], {
      ...cluster.runner.options,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true, // Ctrl-C is for us to answer: requests first, the database last
    });
    let log = '';
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const ready = new Promise<'ready'>((resolve) => {
      child.stderr?.on('data', (data: Buffer) => {
        log = (log + data).slice(-8000);
        if (log.includes('ready to accept connections')) resolve('ready');
      });
    });
    if ((await Promise.race([ready, exit])) === 'ready') return { child, exit };
    if (attempt > 40) throw new Error(`The embedded PostgreSQL does not start: ${log}`);
    removePidFile(cluster.data);
    await sleep(250);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** Waits for the server of a killed process to finish its shutdown, and hurries it after a while. */
async function endLeftover(data: string): Promise<void> {
  for (let waited = 0; runningPid(data) !== null; waited += 50) {
    const pid = runningPid(data);
    if (pid !== null && waited > 0 && waited % 5000 === 0)
      process.kill(pid, waited > 5000 ? 'SIGQUIT' : 'SIGINT');
    if (waited > 30_000)
      throw new Error(`A PostgreSQL (process ${pid}) still runs in ${data} and does not stop.`);
    await sleep(50);
  }
  removePidFile(data);
}

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** A pid from before a reboot, or from another container, may belong to anything by now. */
function removePidFile(data: string): void {
  if (runningPid(data) === null) fs.rmSync(pidFile(data), { force: true });
}

function runningPid(data: string): number | null {
  try {
    const pid = Number(fs.readFileSync(pidFile(data), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    if (process.platform !== 'linux') return pid;
    const isZombie = /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const isPostgres = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    return isPostgres && !isZombie ? pid : null;
  } catch {
    return null;
  }
}

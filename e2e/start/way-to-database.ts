import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@/testing/server/test-server';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';

export type DatabaseRoute = (postgres: {
  url: string;
  socketDir: string;
}) => Promise<{ url: string; end: () => void }>;

export const directRoute: DatabaseRoute = async ({ url }) => ({ url, end: () => undefined });

/** A real PgBouncer in transaction mode with few connections. Its defaults reject startup parameters. */
export const throughPgBouncer: DatabaseRoute = async ({ url, socketDir }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pgbouncer-'));
  fs.chmodSync(folder, 0o711);
  const [port, file] = [await freePort(), path.join(folder, 'pgbouncer.ini')];
  fs.writeFileSync(file, configuration(port, socketDir));
  const { uid, gid } = fs.statSync(socketDir); // who may use its sockets; PgBouncer refuses to be root anyway
  const child = spawn(await ensureProgram('pgbouncer'), ['-q', file], { uid, gid, stdio: 'ignore' });
  const { pathname } = new URL(url);
  const pooled = `postgresql://postgres@127.0.0.1:${port}${pathname}`;
  const end = () => {
    child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  await answer(pooled, () => child.exitCode !== null).catch((error) => {
    end();
    throw error;
  });
  return { url: pooled, end };
};

const configuration = (port: number, socketDir: string) => `
[databases]
* = host=${socketDir} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 12
max_client_conn = 500
`;

async function answer(url: string, isGone: () => boolean): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const failure = await client
      .connect()
      .then(() => client.query('SELECT 1'))
      .then(() => null, Error);
    await client.end().catch(() => undefined);
    if (!failure) return;
    if (tries > 100 || isGone()) throw new Error('PgBouncer did not start.', { cause: failure });
    await delay(50);
  }
}

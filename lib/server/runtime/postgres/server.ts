import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';
import { type Binaries, type Cluster, prepareCluster } from './cluster';
import { endLeftover, launch, type PostgresProcess } from './launch';

const database = 'slipway';

export type EmbeddedPostgres = {
  url: string;
  isUp: () => boolean;
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL and restarts it when it dies. Requires the instance lock.
 * @param onDeath receives the last lines of its log
 * @param binaries of another version than ours
 */
export async function startPostgres(
  dir: string,
  socketDir: string,
  onDeath: (log: string) => void = () => undefined,
  binaries?: Binaries,
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dir, socketDir, binaries);
  await endLeftover(cluster.data);
  const server = await keepRunning(cluster, onDeath);

  await ensureDatabase(embeddedUrl(cluster.socketDir, 'postgres'));
  return { url: embeddedUrl(cluster.socketDir), ...server };
}

export const embeddedUrl = (socketDir: string, name = database): string =>
  `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`;

async function keepRunning(cluster: Cluster, onDeath: (log: string) => void) {
  let isStopping = false;
  let isUp = true;
  let current = launch(cluster);

  const watch = ({ exit }: PostgresProcess) =>
    void exit.then(async (log) => {
      if (isStopping) return;
      isUp = false;
      onDeath(log);
      current = launch(cluster);
      const again = await current;
      isUp = true;
      watch(again);
    });
  watch(await current);

  return {
    isUp: () => isUp,
    stop: async () => {
      isStopping = true;
      const { child, exit } = await current;
      child.kill('SIGINT');
      await exit;
    },
  };
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Connection({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** In bytes: `sun_path` of Linux's unix(7) has 108, the last of which is a zero. */
export const longestSocketPath = 107;
const longest = longestSocketPath - '/.s.PGSQL.5432.lock'.length;

/** Returns `dir`, or a short private folder when its path is too long for sockets. */
export function socketFolder(dir: string): string {
  if (Buffer.byteLength(dir) <= longest) return dir;
  const uid = process.getuid?.() ?? 0;
  const name = createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 16);
  const folder = path.join(uid === 0 && fs.existsSync('/run') ? '/run' : '/tmp', `slipway-${uid}-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anyone may create folders in /tmp, and this folder's owner could pose as our database.
  const { uid: owner, mode } = fs.lstatSync(folder);
  if ((mode & 0o170077) !== fs.constants.S_IFDIR || (uid !== 0 && owner !== uid)) {
    throw new BadConfiguration(
      `${folder} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}

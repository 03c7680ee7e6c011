import 'server-only';
import { Connection } from '@/lib/server/db/connection';
import { type Cluster, prepareCluster } from './cluster';
import { launch, type Running } from './launch';
import { endLeftover } from './leftover';

const database = 'slipway';

export type EmbeddedPostgres = {
  url: string;
  /** False while it starts again after it died by itself. */
  isUp: () => boolean;
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL in `dir` and keeps it running: when it dies by itself it is started again.
 * The caller holds the instance lock.
 * @param onDeath is told the last lines of its log when that happens
 */
export async function startPostgres(
  dir: string,
  socketDir: string,
  onDeath: (log: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dir, socketDir);
  await endLeftover(cluster.data);
  const server = await keepRunning(cluster, onDeath);

  await ensureDatabase(embeddedUrl(cluster.socketDir, 'postgres'));
  return { url: embeddedUrl(cluster.socketDir), ...server };
}

/** Where an embedded PostgreSQL answers, no matter who started it. */
export const embeddedUrl = (socketDir: string, name = database): string =>
  `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`;

async function keepRunning(cluster: Cluster, onDeath: (log: string) => void) {
  let stopping = false;
  let up = true;
  let current = launch(cluster);

  const watch = ({ exit }: Running) =>
    void exit.then(async (log) => {
      if (stopping) return;
      up = false;
      onDeath(log);
      current = launch(cluster);
      const again = await current;
      up = true;
      watch(again);
    });
  watch(await current);

  return {
    isUp: () => up,
    stop: async () => {
      stopping = true;
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

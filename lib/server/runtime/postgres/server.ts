import 'server-only';
import { Connection } from '@/lib/server/db/connection';
import { type Cluster, prepareCluster } from './cluster';
import { launch, type PostgresProcess } from './launch';
import { endLeftover } from './leftover';

const database = 'slipway';

export type EmbeddedPostgres = {
  url: string;
  isUp: () => boolean;
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL and restarts it when it dies. Requires the instance lock.
 * @param onDeath receives the last lines of its log
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

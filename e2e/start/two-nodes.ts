import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@/lib/server/runtime/postgres/server';
import { copyDatabase } from '@/testing/server/prepared-database';
import { TestServer } from '@/testing/server/test-server';
import { Nginx } from '../identity/nginx';
import { type DatabaseRoute, directRoute } from './way-to-database';

export type TwoNodes = { nodes: [TestServer, TestServer]; remove: () => Promise<void> };
export type SharedNodes = TwoNodes & { databaseUrl: string; nginx: Nginx };

export async function twoNodes(
  settings: Record<string, string> = {},
  ofSecond: Record<string, string> = {},
): Promise<TwoNodes> {
  const env = { AUTH_SECRET: 'the same secret on every node, long enough', ...settings };
  const first = await (await TestServer.make({ env })).start();
  const second = await TestServer.make({
    env: { ...env, ...ofSecond, DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir },
  });
  const remove = async () => {
    await second.remove();
    await first.remove();
  };
  return { nodes: [first, await second.start()], remove };
}

/** Two servers as in docs/operate/nodes.md: a separate PostgreSQL, one folder, nginx in front. */
export async function sharedNodes(
  settings: Record<string, string> = {},
  wayToDatabase: DatabaseRoute = directRoute,
): Promise<SharedNodes> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-nodes-'));
  fs.chmodSync(home, 0o711);
  const socketDir = path.join(home, 'socket');
  copyDatabase(home, 'prepared');
  const postgres = await startPostgres(path.join(home, 'postgres'), socketDir);
  const way = await wayToDatabase({ url: postgres.url, socketDir });
  const env = { DATABASE_URL: way.url, DATA_DIR: path.join(home, 'shared'), ...settings };
  const nodes: SharedNodes['nodes'] = [await TestServer.make({ env }), await TestServer.make({ env })];
  await Promise.all(nodes.map((node) => node.start()));
  const nginx = await Nginx.make();
  await nginx.startFor(nodes.map(({ port }) => port));
  const remove = async () => {
    await nginx.remove();
    await Promise.all(nodes.map((node) => node.remove()));
    way.end();
    await postgres.stop();
    fs.rmSync(home, { recursive: true, force: true });
  };
  return { nodes, remove, nginx, databaseUrl: postgres.url };
}

import { TestServer } from '../test-server';

export type TwoNodes = { nodes: [TestServer, TestServer]; remove: () => Promise<void> };

/** Two servers on one database, which is the first one's. */
export async function twoNodes(settings: Record<string, string> = {}): Promise<TwoNodes> {
  const env = { AUTH_SECRET: 'the same secret on every node, long enough', ...settings };
  const first = await (await TestServer.make({ env })).start();
  const second = await TestServer.make({ env: { ...env, DATABASE_URL: first.databaseUrl } });
  const remove = async () => {
    await second.remove();
    await first.remove();
  };
  return { nodes: [first, await second.start()], remove };
}

import net, { type Socket } from 'node:net';
import { databaseSocket } from './database-socket';

/**
 * Routes this file's tests to PostgreSQL through a proxy that can be cut and restored. Call it before anything
 * connects.
 */
export async function flakyDatabase() {
  const url = process.env.DATABASE_URL ?? '';
  const { pathname } = new URL(url);
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const database = databaseSocket(new URL(url));
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const at = (server.address() as net.AddressInfo).port;
  process.env.DATABASE_URL = `postgresql://postgres@127.0.0.1:${at}${pathname}`;
  return {
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(at),
    remove: () => {
      process.env.DATABASE_URL = url;
      server.close();
    },
  };
}

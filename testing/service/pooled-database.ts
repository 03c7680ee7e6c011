import net from 'node:net';
import { databaseSocket } from './database-socket';

/**
 * A way to this file's PostgreSQL on which the number of the process that answers isn't what the client was told at the
 * beginning: what a pooler that shares connections shows of itself.
 */
export async function pooledDatabase() {
  const url = new URL(process.env.DATABASE_URL ?? '');
  const server = net.createServer((client) => {
    const database = databaseSocket(url);
    let greeting = Buffer.alloc(0);
    const greet = (data: Buffer) => {
      greeting = Buffer.concat([greeting, data]);
      if (!hideNumber(greeting)) return;
      client.write(greeting);
      database.off('data', greet).pipe(client);
    };
    database.on('data', greet);
    client.pipe(database);
    for (const socket of [client, database]) {
      socket.on('error', () => undefined);
      socket.on('close', () => [client, database].forEach((one) => void one.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${url.pathname}`,
    remove: () => void server.close(),
  };
}

/** Changes BackendKeyData ("K") among the server's first messages, once all up to ReadyForQuery ("Z") are there. */
function hideNumber(messages: Buffer): boolean {
  let isThere = false;
  for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(messages[at] ?? 0);
    if (type === 'K') messages.writeUInt32BE(1, at + 5);
    isThere = type === 'Z';
  }
  return isThere;
}

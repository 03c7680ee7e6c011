import net from 'node:net';
import { databaseSocket } from './database-socket';

/** A proxy that changes the process id announced to clients, which is how a connection pooler looks from outside. */
export async function pooledDatabase() {
  const url = new URL(process.env.DATABASE_URL ?? '');
  const server = net.createServer((client) => {
    const database = databaseSocket(url);
    let greeting = Buffer.alloc(0);
    const greet = (data: Buffer) => {
      greeting = Buffer.concat([greeting, data]);
      if (!replaceProcessId(greeting)) return;
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

/** Changes BackendKeyData ("K") in the server's first messages, once ReadyForQuery ("Z") has arrived. */
function replaceProcessId(messages: Buffer): boolean {
  let isThere = false;
  for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(messages[at] ?? 0);
    if (type === 'K') messages.writeUInt32BE(1, at + 5);
    isThere = type === 'Z';
  }
  return isThere;
}

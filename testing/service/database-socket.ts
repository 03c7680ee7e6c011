import net from 'node:net';
import path from 'node:path';

export function databaseSocket(url: URL): net.Socket {
  const folder = url.searchParams.get('host');
  return folder
    ? net.connect(path.join(folder, '.s.PGSQL.5432'))
    : net.connect(Number(url.port || 5432), url.hostname);
}

import 'server-only';
import net from 'node:net';

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & { slipwayDatabaseSockets?: Set<net.Socket> };

function sockets(): Set<net.Socket> {
  shared.slipwayDatabaseSockets ??= new Set();
  return shared.slipwayDatabaseSockets;
}

export function databaseSocket(): net.Socket {
  const socket = new net.Socket();
  sockets().add(socket);
  socket.once('close', () => sockets().delete(socket));
  return socket;
}

export const connectionCount = (): number => sockets().size;

/**
 * Closes all connections, so that pending queries fail now instead of after the system's timeout. Pools reconnect
 * when needed.
 */
export function dropConnections(): void {
  for (const socket of sockets()) socket.destroy();
}

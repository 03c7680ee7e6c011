import 'server-only';
import net from 'node:net';

// On globalThis, because the code of the pages is bundled apart from the process that runs it.
const kept = globalThis as typeof globalThis & { slipwayDatabaseSockets?: Set<net.Socket> };

function sockets(): Set<net.Socket> {
  kept.slipwayDatabaseSockets ??= new Set();
  return kept.slipwayDatabaseSockets;
}

/** The socket of a new connection to the database, one of those that `dropConnections` ends. */
export function databaseSocket(): net.Socket {
  const socket = new net.Socket();
  sockets().add(socket);
  socket.once('close', () => sockets().delete(socket));
  return socket;
}

/** How many connections to the database this process has. */
export const connectionCount = (): number => sockets().size;

/**
 * Ends all connections of this process to its database at once: queries that wait for an answer fail now
 * and not when the operating system has lost patience. The pools make new ones when they are needed.
 */
export function dropConnections(): void {
  for (const socket of sockets()) socket.destroy();
}

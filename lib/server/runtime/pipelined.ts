import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { log } from '@/lib/server/log';

/**
 * How many requests of one connection may be open. Browsers and proxies have one there at a time; a client that sends
 * thousands without reading would have each keep its buffers until its turn comes.
 */
export const maxOpen = 32;

const openOn = new WeakMap<Socket, Set<ServerResponse>>();

/** Counts a request on its connection until it is over; false when it is one too many, and the connection ends. */
export function isTakenIn({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const open = openOn.get(socket) ?? watch(socket);
  if (open.size < maxOpen) {
    open.add(res);
    res.once('close', () => open.delete(res));
    return true;
  }
  if (!socket.destroyed)
    log().info({ ip: socket.remoteAddress }, `more than ${maxOpen} requests wait on a connection`);
  socket.destroy();
  return false;
}

function watch(socket: Socket): Set<ServerResponse> {
  const open = new Set<ServerResponse>();
  openOn.set(socket, open);
  socket.setMaxListeners(2 * maxOpen); // each waits for the connection's end
  socket.once('close', () => {
    // Node tells the one whose turn it is. Those behind it would never end for the code that counts or serves them.
    for (const res of [...open].filter((waiting) => !waiting.socket)) {
      res.destroy();
      res.emit('close');
    }
  });
  return open;
}

import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { log } from '@/lib/server/log';

/**
 * Limits open requests by connection. Browsers and proxies use one at a time; thousands of unread answers would each
 * hold buffers.
 */
export const maxOpen = 32;

const openOn = new WeakMap<Socket, Set<ServerResponse>>();

/** Returns false for a request above the limit, and ends its connection. */
export function admitRequest({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const open = openOn.get(socket) ?? watchConnection(socket);
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

function watchConnection(socket: Socket): Set<ServerResponse> {
  const open = new Set<ServerResponse>();
  openOn.set(socket, open);
  socket.setMaxListeners(2 * maxOpen); // each request listens for the connection's end
  socket.once('close', () => {
    // Node closes the current answer only. Without this, those behind it would never end for the code that counts them.
    for (const res of [...open].filter((waiting) => !waiting.socket)) {
      res.destroy();
      res.emit('close');
    }
  });
  return open;
}

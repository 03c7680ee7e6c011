import 'server-only';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUploads } from '@/lib/server/transfer/node-http';

/**
 * Takes no more requests, has uploads store what has arrived, lets the others finish, and after `graceMs` ends what
 * is left.
 */
export async function closeFrontDoor(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that becomes idle only now would be kept for its next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const done = Promise.all([closed, closeUploads()]);
  const isOver = await Promise.race([done.then(() => true), sleep(graceMs, false, { ref: false })]);
  clearInterval(sweep);
  if (!isOver) server.closeAllConnections();
  await closed;
}

import 'server-only';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUploads } from '@/lib/server/transfer/node-http';

export async function closeFrontDoor(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that become idle later would otherwise stay open for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const done = Promise.all([closed, closeUploads()]);
  const isOver = await Promise.race([done.then(() => true), sleep(graceMs, false, { ref: false })]);
  clearInterval(sweep);
  if (!isOver) server.closeAllConnections();
  await closed;
}

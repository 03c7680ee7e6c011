import 'server-only';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from './routes';

/** Less than the 15 seconds within which every request has to be answered. */
const maxWaitMs = 12_000;
const pollMs = 100;

/**
 * Waits for the start only for an upload's HEAD, because usual clients restart the whole file when it is refused.
 * Other requests get a 503 at once.
 */
export async function waitUntilReady(
  req: IncomingMessage,
  route: Route,
  isOpen: () => boolean,
): Promise<boolean> {
  const until = Date.now() + (asksUploadOffset(req, route) ? maxWaitMs : 0);
  while (!isOpen()) {
    if (Date.now() >= until || req.socket.destroyed) return false;
    await sleep(pollMs, undefined, { ref: false });
  }
  return true;
}

function asksUploadOffset({ method }: IncomingMessage, { transfer }: Route): boolean {
  return method === 'HEAD' && (transfer?.kind === 'upload' || transfer?.kind === 'aliasUpload');
}

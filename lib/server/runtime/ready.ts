import 'server-only';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from './routes';

/** Less than the fifteen seconds within which every request has to be answered. */
const patienceMs = 12_000;
const lookMs = 100;

/**
 * Whether everything an answer needs is there. Until then callers are told to come back. Only the question how far an
 * upload has got waits for the start: the usual clients begin a file anew when that is refused.
 */
export async function isReady(req: IncomingMessage, route: Route, isOpen: () => boolean): Promise<boolean> {
  const until = Date.now() + (isAboutUpload(req, route) ? patienceMs : 0);
  while (!isOpen()) {
    if (Date.now() >= until || req.socket.destroyed) return false;
    await sleep(lookMs, undefined, { ref: false });
  }
  return true;
}

function isAboutUpload({ method }: IncomingMessage, { transfer }: Route): boolean {
  return method === 'HEAD' && (transfer?.kind === 'upload' || transfer?.kind === 'aliasUpload');
}

import 'server-only';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { targetOf } from '@/lib/server/dataplane/paths';
import { pathOf } from './address';

/** Less than the fifteen seconds after which no answer may still be out. */
const patienceMs = 12_000;
const lookMs = 100;

/**
 * Whether all is there that an answer needs. While it isn't, callers are told to come back, but for the question how
 * far an upload is: the usual clients begin a file anew when they get any refusal there, so it waits for the start.
 */
export async function isReady(req: IncomingMessage, isOpen: () => boolean): Promise<boolean> {
  const until = Date.now() + (isAboutUpload(req) ? patienceMs : 0);
  while (!isOpen()) {
    if (Date.now() >= until || req.socket.destroyed) return false;
    await sleep(lookMs, undefined, { ref: false });
  }
  return true;
}

function isAboutUpload({ method, url }: IncomingMessage): boolean {
  const kind = targetOf(pathOf(url))?.kind;
  return method === 'HEAD' && (kind === 'upload' || kind === 'aliasUpload');
}

import 'server-only';
import { contextFor } from '@/lib/server/http/context';
import { countLive } from '@/lib/server/services/share/live-counts';
import { scopeFor } from '../authorization';
import type { TransferRequest, TransferResponse, TransferTarget } from '../messages';
import { listeners } from './listeners';

/** Tells a page of a share when something happens to it. Whoever may see the page may listen, as long as they may. */
export async function serveLive(
  { method, url, headers: sent }: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  const request = { method, url, headers: sent };
  const contextNow = () => contextFor(request, 'user', scopeFor(request, target));
  const ask = async () => countLive(await contextNow(), target.id);
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  };
  const { viewer } = await contextNow();
  if (method === 'HEAD') {
    await ask();
    return { status: 200, headers, body: null };
  }
  const { stream, close } = await listeners.listen({ shareId: target.id, accountId: viewer.id, ask });
  return { status: 200, headers, body: stream, onClose: close };
}

/** Refuses new ones, too. */
export const closeLive = (): void => listeners.close();

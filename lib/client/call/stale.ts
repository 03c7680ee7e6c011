import type { Endpoint } from '@/lib/contract/http/endpoint';

type Listener = (paths: readonly string[]) => void;

const listeners = new Set<Listener>();
let tabs: BroadcastChannel | null = null;

/** To all tabs of this browser, as far as it has such a thing. */
function channel(): BroadcastChannel | null {
  if (typeof window !== 'undefined' && 'BroadcastChannel' in window)
    tabs ??= new BroadcastChannel('slipway-stale');
  return tabs;
}

/** Says in all other tabs that what these calls answered is stale. */
export const tellOtherTabs = (calls: readonly Endpoint[]): void =>
  channel()?.postMessage(calls.map(({ path }) => path));

/** The same in this tab, too, for code outside React. */
export function tellStale(calls: readonly Endpoint[]): void {
  for (const listener of listeners) listener(calls.map(({ path }) => path));
  tellOtherTabs(calls);
}

/** Calls `listener` with the paths of calls whose answers are stale. @returns the way to stop */
export function onStale(listener: Listener): () => void {
  const hear = ({ data }: MessageEvent<string[]>) => listener(data);
  listeners.add(listener);
  channel()?.addEventListener('message', hear);
  return () => {
    listeners.delete(listener);
    channel()?.removeEventListener('message', hear);
  };
}

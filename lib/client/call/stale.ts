import type { Endpoint } from '@/lib/contract/http/endpoint';

const listeners = new Set<(paths: readonly string[]) => void>();
let tabs: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof window !== 'undefined' && 'BroadcastChannel' in window)
    tabs ??= new BroadcastChannel('slipway-stale');
  return tabs;
}

export const invalidateOtherTabs = (calls: readonly Endpoint[]): void =>
  channel()?.postMessage(calls.map(({ path }) => path));

/** Includes this tab, for code outside React. */
export function invalidateInAllTabs(calls: readonly Endpoint[]): void {
  for (const listener of listeners) listener(calls.map(({ path }) => path));
  invalidateOtherTabs(calls);
}

export function onStale(listener: (paths: readonly string[]) => void): () => void {
  const onMessage = ({ data }: MessageEvent<string[]>) => listener(data);
  listeners.add(listener);
  channel()?.addEventListener('message', onMessage);
  return () => {
    listeners.delete(listener);
    channel()?.removeEventListener('message', onMessage);
  };
}

const subscribers = new Set<(url: string) => void>();

/** Somebody is on the way to another page. */
export function noteNavigation(url: string): void {
  for (const notify of subscribers) notify(url);
}

/** @returns how to hear no more of it */
export function onNavigation(notify: (url: string) => void): () => void {
  subscribers.add(notify);
  return () => void subscribers.delete(notify);
}

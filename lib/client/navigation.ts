const subscribers = new Set<(url: string) => void>();

export function reportNavigation(url: string): void {
  for (const notify of subscribers) notify(url);
}

export function onNavigation(notify: (url: string) => void): () => void {
  subscribers.add(notify);
  return () => void subscribers.delete(notify);
}

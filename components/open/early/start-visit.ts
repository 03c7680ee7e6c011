/** The request that opens the share of this page. */
type PageVisit = {
  url: string;
  key: string;
  answer?: Promise<Response> | undefined;
  hasCover?: Promise<boolean>;
};

declare global {
  interface Window {
    pageVisit?: PageVisit;
  }
}

/**
 * Opens a share while the page's scripts still load, but not before it is seen: programs that load pages ahead, or for
 * a preview, spend no view. Inlined in the page as text, so it can import nothing.
 */
export function startVisit(pieces: readonly string[], id: string, keyHeader: string): void {
  if (window.pageVisit) return;
  const url = pieces.join(id);
  const key = crypto.getRandomValues(new Uint32Array(6)).join();
  const seen = new Promise<void>((resolve) => {
    const look = () => document.visibilityState === 'visible' && resolve();
    document.addEventListener('visibilitychange', look);
    look();
  });
  const answer = seen.then(() =>
    fetch(url, { headers: { [keyHeader]: key }, signal: AbortSignal.timeout(30_000) }),
  );
  answer.catch(() => undefined); // reported by who takes it
  window.pageVisit = { url, key, answer };
}

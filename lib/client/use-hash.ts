import { useEffect, useState } from 'react';

/**
 * What the URL has behind its `#`, with it: secrets, which no server's log gets to see. null until it is known: the server
 * never is told, and while a page is drawn after a link was followed, the address is still that of the page before.
 */
export function useHash(): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setHash(location.hash);
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return hash;
}

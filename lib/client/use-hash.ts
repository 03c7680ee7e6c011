import { useEffect, useState } from 'react';
import { idInSegment } from '@/lib/domain/pasted/link';

/** Without what a mail or a sentence has left behind it. */
const cleanHash = (hash: string): string =>
  hash.replace(/^#(\w+=)?(.+)$/, (_, name = '', secret) => `#${name}${idInSegment(secret)}`);

/**
 * What the URL has behind its `#`, with it: secrets, which no server's log gets to see. null until it is known: the server
 * never is told, and while a page is drawn after a link was followed, the address is still that of the page before.
 */
export function useHash(): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      const hash = cleanHash(location.hash);
      if (hash !== location.hash) history.replaceState(history.state, '', hash);
      setHash(hash);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return hash;
}

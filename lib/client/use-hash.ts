import { useEffect, useState } from 'react';
import { idInSegment } from '@/lib/domain/pasted/link';

/** Strips trailing punctuation that mails and sentences add to a link, and the escapes of chat programs and mail gateways. */
const cleanHash = (hash: string): string =>
  hash
    .replace(/%(?:25)*3D/gi, '=')
    .replace(/%(?:25)*26/g, '&')
    .replace(
      /^#(\w+=)?(.+?)(&pk=.*)?$/i,
      (_, name = '', secret, key = '') => `#${name}${idInSegment(secret)}${key}`,
    );

/**
 * The URL's fragment with its `#`; secrets are there, because it reaches no server log. Null until mounted: the server
 * doesn't know it, and during a navigation the URL is still that of the last page.
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

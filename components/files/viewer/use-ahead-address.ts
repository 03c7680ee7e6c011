'use client';

import { useEffect, useState } from 'react';
import { aheadAddress } from '../zip/file-links';

/**
 * Marks files loaded in advance, so that the server doesn't count them as viewed. When one is displayed,
 * requests a byte of `shown` to count it.
 */
export function useAheadAddress(isAhead: boolean, shown: string | null): (address: string) => string {
  const [wasAhead] = useState(isAhead);
  useEffect(() => {
    if (!wasAhead || isAhead || shown === null) return;
    fetch(shown, { headers: { range: 'bytes=0-0' } }).catch(() => undefined); // the picture itself says what is wrong
  }, [wasAhead, isAhead, shown]);
  return wasAhead ? aheadAddress : (address) => address;
}

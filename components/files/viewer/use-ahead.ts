'use client';

import { useEffect, useState } from 'react';
import { ahead } from '../zip/file-links';

/**
 * Marks what is fetched while its file is only beside the shown one. Turning to it fetches nothing again, so a byte tells
 * the server that it is looked at.
 * @param shown the address of what is looked at then
 */
export function useAhead(isAhead: boolean, shown: string | null): (address: string) => string {
  const [wasAhead] = useState(isAhead);
  useEffect(() => {
    if (!wasAhead || isAhead || shown === null) return;
    fetch(shown, { headers: { range: 'bytes=0-0' } }).catch(() => undefined); // the picture itself says what is wrong
  }, [wasAhead, isAhead, shown]);
  return wasAhead ? ahead : (address) => address;
}

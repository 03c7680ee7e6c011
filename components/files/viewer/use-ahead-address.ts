'use client';

import { useEffect, useState } from 'react';
import { aheadAddress } from '../zip/file-links';

/**
 * Marks files loaded in advance, which don't count as viewed; counts one when displayed by requesting a
 * byte of `displayed`.
 */
export function useAheadAddress(isAhead: boolean, displayed: string | null): (address: string) => string {
  const [wasAhead] = useState(isAhead);
  useEffect(() => {
    if (!wasAhead || isAhead || displayed === null) return;
    fetch(displayed, { headers: { range: 'bytes=0-0' } }).catch(() => undefined); // the picture reports failures
  }, [wasAhead, isAhead, displayed]);
  return wasAhead ? aheadAddress : (address) => address;
}

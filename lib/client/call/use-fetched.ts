'use client';

import { useCallback, useEffect, useState } from 'react';
import { useFetchAhead } from './use-fetch-ahead';

/**
 * Returns the part of a page once its script is here, else null; throws while rendering where a needed one can't be had.
 * React shows what comes out of Suspense up to 300 ms late, and all below it would move under the finger.
 * @param load must be a stable function, defined outside of the component
 */
export function useFetched<Part>(load: () => Promise<Part>, isNeeded: boolean): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const fetch = useCallback(async () => {
    const loaded = await load();
    setPart(() => loaded);
  }, [load]);
  useFetchAhead(fetch);
  useEffect(() => {
    if (isNeeded) fetch().catch(setFailure);
  }, [isNeeded, fetch]);
  if (failure !== null) throw failure;
  return part;
}

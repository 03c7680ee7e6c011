'use client';

import { useCallback, useEffect, useState } from 'react';
import { useFetchAhead } from './use-fetch-ahead';

/**
 * Returns a part once its script is here, else null. What comes out of Suspense is shown up to 300 ms late, and moves
 * what is below. @param load must be a stable function, defined outside of the component
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

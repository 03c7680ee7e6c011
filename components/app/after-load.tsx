'use client';

import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

type AfterLoadProps = {
  load: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * After Back, the browser restores the scroll position before anything else renders: known parts render at
 * once.
 */
const loaded = new Set<AfterLoadProps['load']>();

/** For parts below the first screen that have a script of their own. The rest of the page keeps its focus meanwhile. */
export function AfterLoad({ load, children }: AfterLoadProps) {
  const [isLoaded, setLoaded] = useState(() => loaded.has(load));
  const fetch = useCallback(async () => {
    await load();
    loaded.add(load);
    setLoaded(true);
  }, [load]);
  useFetchAhead(fetch);
  return isLoaded && <Suspense>{children}</Suspense>;
}

'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

type AfterLoadProps = {
  /** Loads the script of `children`. When that fails nothing is rendered, and the page stays. */
  load: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * Loaded scripts are rendered at once after Back: the browser restores the scroll position before anything
 * else renders.
 */
const loaded = new Set<AfterLoadProps['load']>();

/** Renders below the first screen, from a script of its own, after the page has rendered. */
export function AfterLoad({ load, children }: AfterLoadProps) {
  const [isLoaded, setLoaded] = useState(() => loaded.has(load));
  const fetch = useCallback(async () => {
    await load();
    loaded.add(load);
    setLoaded(true);
  }, [load]);
  useFetchAhead(fetch);
  return isLoaded && children;
}

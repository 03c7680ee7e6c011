'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

type AfterLoadProps = {
  /** Fetches what `children` are drawn by. Where that fails nothing is drawn, and the page stays. */
  load: () => Promise<unknown>;
  children: ReactNode;
};

/** What has loaded is drawn at once after Back: the browser scrolls to where they were before anything else is drawn. */
const loaded = new Set<AfterLoadProps['load']>();

/** Draws its part once the page is drawn: what lies below the first screen, and has its script in a file of its own. */
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

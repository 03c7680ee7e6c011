'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

type AfterLoadProps = {
  /** Fetches what `children` are drawn by. Where that fails nothing is drawn, and the page stays. */
  load: () => Promise<unknown>;
  children: ReactNode;
};

/** Draws its part once the page stands: what lies below the first screen, and has its script in a file of its own. */
export function AfterLoad({ load, children }: AfterLoadProps) {
  const [isLoaded, setLoaded] = useState(false);
  useFetchAhead(useCallback(() => load().then(() => setLoaded(true)), [load]));
  return isLoaded && children;
}

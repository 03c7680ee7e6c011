'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

/** Draws its part once the page stands: what lies below the first screen, and has its script in a file of its own. */
export function AfterLoad({ children }: { children: ReactNode }) {
  const [isLoaded, setLoaded] = useState(false);
  useFetchAhead(useCallback(async () => setLoaded(true), []));
  return isLoaded && children;
}

'use client';

import { useEffect, useState } from 'react';

/** Starts with the server's time, so that both render the same page, and updates every half minute. */
export function useNow(startMs: number): number {
  const [now, setNow] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

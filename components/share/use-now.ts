'use client';

import { useEffect, useState } from 'react';

/** The time, starting with the server's so that both draw the same page, and going on by half minutes. */
export function useNow(startMs: number): number {
  const [now, setNow] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

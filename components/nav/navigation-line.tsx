'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { onNavigation } from '@/lib/client/navigation';

const patienceMs = 100;

export function NavigationLine() {
  const query = useSearchParams().toString();
  const here = usePathname() + (query && `?${query}`);
  const [goingFrom, setGoingFrom] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNavigation((url) => {
      const to = new URL(url, location.href);
      clearTimeout(timer);
      if (to.pathname + to.search === location.pathname + location.search) return;
      timer = setTimeout(() => setGoingFrom(here), patienceMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [here]);
  if (goingFrom !== here) return null;
  return (
    <div
      aria-hidden
      data-navigating
      className="pointer-events-none fixed inset-x-0 top-0 z-30 h-0.5 animate-on-its-way bg-accent motion-reduce:animate-late"
    />
  );
}

'use client';

import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { useViewer } from '@/lib/client/session/session';
import { paths } from '@/lib/paths';

export function BrandLink({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  return (
    <Link
      href={viewer ? paths.home : paths.login()}
      className="-ml-2 flex min-w-0 items-center gap-2.5 rounded-control px-2 py-1.5 text-base font-semibold tracking-tight pointer-coarse:py-2.5"
    >
      {children}
    </Link>
  );
}

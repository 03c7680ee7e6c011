'use client';

import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { useViewer } from '@/lib/client/session/session';
import { paths } from '@/lib/paths';

/** Strangers have no home here: it would ask them to sign in. */
export function HomeLink({ children }: { children: ReactNode }) {
  if (useViewer() === null) return null;
  return (
    <ButtonLink tone="quiet" href={paths.home}>
      {children}
    </ButtonLink>
  );
}

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react';
import { useAppConfig } from '../app-config';

export type SignedInAccount = { id: string; login: string; admin: boolean };

const Session = createContext<SignedInAccount | null>(null);

export const useViewer = () => useContext(Session);

export function SessionProvider({
  viewer,
  children,
}: {
  viewer: SignedInAccount | null;
  children: ReactNode;
}) {
  const { authRefreshTime } = useAppConfig();
  const account = viewer?.id;
  const refresh = useEffectEvent(useRefresh());

  useEffect(() => {
    if (!account) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Loaded by those who are signed in alone: visitors of a link have no use for it.
    void import('./keep-session').then(({ keepSession }) => {
      if (isGone) return;
      stop = keepSession({ account, every: authRefreshTime, refreshPage: () => refresh() });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [account, authRefreshTime]);

  return <Session value={viewer}>{children}</Session>;
}

/** Displays who is signed in now, if anybody, with all that is typed or uploading. */
function useRefresh(): () => void {
  const router = useRouter();
  const cache = useQueryClient();
  return () => {
    // Cached answers of other pages were for the signed-in person only.
    cache.removeQueries({ type: 'inactive' });
    router.refresh();
  };
}

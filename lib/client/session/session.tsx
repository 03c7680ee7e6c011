'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react';
import { isOpenPage } from '@/lib/paths';
import { useAppConfig } from '../app-config';
import { goToLogin } from './leave';

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
  const end = useEffectEvent(useSessionEnd());

  useEffect(() => {
    if (!account) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Loaded by those who are signed in alone: visitors of a link have no use for it.
    void import('./keep-session').then(({ keepSession }) => {
      if (isGone) return;
      stop = keepSession({
        account,
        every: authRefreshTime,
        onEnded: () => end(),
        onOtherAccount: () => location.reload(),
      });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [account, authRefreshTime]);

  return <Session value={viewer}>{children}</Session>;
}

/** Public pages stay open, with all that is typed or uploading, and display the signed-out state. */
function useSessionEnd(): () => void {
  const router = useRouter();
  const cache = useQueryClient();
  return () => {
    if (!isOpenPage(location.pathname)) return goToLogin();
    // Cached answers of other pages were for the signed-in person only.
    cache.removeQueries({ type: 'inactive' });
    router.refresh();
  };
}

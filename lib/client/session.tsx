'use client';

import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useAppConfig } from './app-config';
import { goToLogin } from './leave';

/** Who is signed in, as the server knew when it drew the page. */
export type SignedIn = { id: string; login: string; admin: boolean };

const Session = createContext<SignedIn | null>(null);

/** null: nobody is signed in. */
export const useViewer = () => useContext(Session);

export function SessionProvider({ viewer, children }: { viewer: SignedIn | null; children: ReactNode }) {
  const { authRefreshTime } = useAppConfig();
  const account = viewer?.id;

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
        onEnded: goToLogin,
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

'use client';

import { usePathname, useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { auth } from '@/lib/contract/auth';
import { untilRefresh } from '@/lib/domain/session-refresh';
import { paths } from '@/lib/paths';
import { useAppConfig } from './app-config';
import { CallError, call } from './call';

/** Who is signed in, as the server saw it when it made the page. */
export type SessionViewer = { id: string; login: string; admin: boolean };

const Session = createContext<SessionViewer | null>(null);
const lastRefreshKey = 'slipway.lastRefresh';
const retryMs = 15_000;

export const useSession = (): SessionViewer | null => useContext(Session);

/** Keeps the session alive while a page is open. */
export function SessionProvider({ viewer, children }: { viewer: SessionViewer | null; children: ReactNode }) {
  return (
    <Session value={viewer}>
      {viewer && <KeepAlive />}
      {children}
    </Session>
  );
}

/** Sends to the login page when the session has ended; a server that is away ends nothing. */
function KeepAlive() {
  const { authRefreshMs } = useAppConfig();
  const router = useRouter();
  const pathname = usePathname();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const plan = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    };
    const wait = () => untilRefresh(Number(localStorage.getItem(lastRefreshKey)), authRefreshMs, Date.now());
    const run = async () => {
      const outcome = await refreshOnce(wait);
      if (outcome === 'ended') router.replace(paths.login(pathname));
      else plan(outcome === 'away' ? retryMs : Math.max(1_000, wait()));
    };
    const onShow = () => document.visibilityState === 'visible' && plan(wait());

    plan(wait());
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [authRefreshMs, router, pathname]);

  return null;
}

/** Of several tabs one asks at a time, and the next finds that it has been done. */
async function refreshOnce(wait: () => number): Promise<'fresh' | 'ended' | 'away'> {
  const locks = navigator.locks as LockManager | undefined; // missing on plain http
  const work = async () => (wait() > 0 ? 'fresh' : refreshSession());
  return locks ? locks.request('slipway.refresh', work) : work();
}

/** Asks for a fresh session cookie, for uploads that find theirs overdue too. */
export async function refreshSession(): Promise<'fresh' | 'ended' | 'away'> {
  try {
    await call(auth.session, {});
    localStorage.setItem(lastRefreshKey, String(Date.now()));
    return 'fresh';
  } catch (error) {
    return error instanceof CallError && error.status === 401 ? 'ended' : 'away';
  }
}

/** Signs out on the server and leaves, whatever it answers; a full load so that nothing stays in memory. */
export async function signOut(): Promise<void> {
  await call(auth.logout, {}).catch(() => undefined);
  localStorage.removeItem(lastRefreshKey);
  window.location.assign(paths.login());
}

import { auth } from '@/lib/contract/auth';
import { isOpenPage } from '@/lib/paths';
import { call } from '../call/call';
import { askBeforeLogin, goToLogin, isSignedOut } from './leave';
import {
  hasSessionEnded,
  onSessionEvent,
  readRefreshes,
  recordEnd,
  refreshDelay,
  storeRefreshes,
} from './session-memory';

type SessionWatch = {
  account: string;
  /** Milliseconds between refreshes. */
  every: number;
  refreshPage: () => void;
};

/** Refreshes the session while the page is open; tabs take turns. Returns a function that stops it. */
export function keepSession({ account, every, refreshPage }: SessionWatch): () => void {
  const spreadMs = Math.random() * Math.min(5_000, every / 10);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  // Public pages stay open.
  const change = (leave: () => void) => (isOpenPage(location.pathname) ? refreshPage() : leave());
  const onEnded = () => change(goToLogin);
  const onOtherAccount = () => change(() => location.reload());

  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const wait = refreshDelay(readRefreshes(account), { now: Date.now(), every, spreadMs });
    timer = setTimeout(refresh, wait);
  };

  const refresh = async () => {
    // Another tab may have been quicker while this timer ran.
    const known = readRefreshes(account);
    if (refreshDelay(known, { now: Date.now(), every, spreadMs: 0 }) > 0) return plan();

    storeRefreshes(account, { ...known, begun: Date.now() });
    try {
      const { id } = await call(auth.session, {});
      if (id !== account) return onOtherAccount();
      storeRefreshes(account, { ...readRefreshes(account), done: Date.now() });
    } catch (error) {
      if (isSignedOut(error)) {
        recordEnd();
        return onEnded();
      }
      // No network, or the server is away: the session may well live, so it is asked for again.
    }
    plan();
  };

  const onVisible = () => document.visibilityState === 'visible' && plan();
  document.addEventListener('visibilitychange', onVisible);
  const uncover = hideInPageCache(account);
  const unlisten = onSessionEvent(account, (event) => {
    const onLeft = () => {
      askBeforeLogin(() => false);
      onEnded();
    };
    ({ left: onLeft, ended: onEnded, same: plan, other: onOtherAccount })[event]();
  });
  // Tells the other tabs at once who is signed in now.
  storeRefreshes(account, readRefreshes(account));
  plan();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
    uncover();
    unlisten();
  };
}

/**
 * Hides the page on leaving it, so that the back/forward cache doesn't reveal it after a sign-out. Returns a function
 * that stops it.
 */
function hideInPageCache(account: string): () => void {
  const onLeave = () => {
    document.body.hidden = true;
  };
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted && hasSessionEnded(account)) location.reload();
    else document.body.hidden = false;
  };
  addEventListener('pagehide', onLeave);
  addEventListener('pageshow', onReturn);
  return () => {
    removeEventListener('pagehide', onLeave);
    removeEventListener('pageshow', onReturn);
  };
}

export async function refreshSession(): Promise<'fresh' | 'ended' | 'away'> {
  try {
    await call(auth.session, {});
    return 'fresh';
  } catch (error) {
    return isSignedOut(error) ? 'ended' : 'away';
  }
}

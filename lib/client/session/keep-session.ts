import { auth } from '@/lib/contract/auth';
import { call } from '../call/call';
import { isSignedOut } from './leave';
import { forgetSession, isForgotten, keepRefreshes, onForgotten, recallRefreshes } from './session-memory';
import { refreshDelay } from './session-schedule';

type Session = {
  account: string;
  /** Milliseconds between refreshes. */
  every: number;
  onEnded: () => void;
  /** Another tab signed in as somebody else. */
  onOtherAccount: () => void;
};

/** Refreshes the session for as long as the page lives; tabs take turns. @returns the way to stop */
export function keepSession({ account, every, onEnded, onOtherAccount }: Session): () => void {
  const spreadMs = Math.random() * Math.min(5_000, every / 10);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const wait = refreshDelay(recallRefreshes(account), { now: Date.now(), every, spreadMs });
    timer = setTimeout(refresh, wait);
  };

  const refresh = async () => {
    // Another tab may have been quicker while this timer ran.
    const known = recallRefreshes(account);
    if (refreshDelay(known, { now: Date.now(), every, spreadMs: 0 }) > 0) return plan();

    keepRefreshes(account, { ...known, begun: Date.now() });
    try {
      const { id } = await call(auth.session, {});
      if (id !== account) return onOtherAccount();
      keepRefreshes(account, { ...recallRefreshes(account), done: Date.now() });
    } catch (error) {
      if (isSignedOut(error)) {
        forgetSession();
        return onEnded();
      }
      // No network, or the server is away: the session may well live, so it is asked for again.
    }
    plan();
  };

  const onVisible = () => document.visibilityState === 'visible' && plan();
  document.addEventListener('visibilitychange', onVisible);
  const uncover = coverWhileAway(account);
  const unlisten = onForgotten(onEnded);
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
 * Browsers may keep a page as it is, and show it again for Back. Nobody sees it that way who has signed out meanwhile.
 * @returns the way to stop
 */
function coverWhileAway(account: string): () => void {
  const onLeave = () => {
    document.body.hidden = true;
  };
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isForgotten(account)) location.reload();
    else document.body.hidden = false;
  };
  addEventListener('pagehide', onLeave);
  addEventListener('pageshow', onReturn);
  return () => {
    removeEventListener('pagehide', onLeave);
    removeEventListener('pageshow', onReturn);
  };
}

/** Asks for a fresh session cookie once, for uploads that find theirs overdue. */
export async function refreshSession(): Promise<'fresh' | 'ended' | 'away'> {
  try {
    await call(auth.session, {});
    return 'fresh';
  } catch (error) {
    return isSignedOut(error) ? 'ended' : 'away';
  }
}

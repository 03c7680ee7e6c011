const key = 'slipway_session';
const none: Refreshes = { done: 0, begun: 0 };

/** This tab's own copy, for browsers that block storage. */
let own: (Refreshes & { account: string }) | null = null;
let isStored = false;

export function readRefreshes(account: string): Refreshes {
  const stored = read() ?? own;
  return stored?.account === account ? stored : none;
}

export function storeRefreshes(account: string, refreshes: Refreshes): void {
  own = { account, ...refreshes };
  try {
    localStorage.setItem(key, JSON.stringify(own));
    isStored = true;
  } catch {
    // Storage is off or full: each tab then goes by its own knowledge.
  }
}

/** Another page has ended the session of `account` since this one last stored it. */
export const hasSessionEnded = (account: string): boolean => isStored && read()?.account !== account;

export function clearSession(): void {
  own = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // The other tabs then notice at their next call.
  }
}

/** The server has ended the session, and nobody signed out. */
export const recordEnd = (): void => storeRefreshes('', none);

/** Of another page in this browser: somebody signed out, or in, or found the session ended. */
export type SessionEvent = 'left' | 'ended' | 'same' | 'other';

export function onSessionEvent(account: string, tell: (event: SessionEvent) => void): () => void {
  const listen = ({ key: changed, newValue }: StorageEvent) => {
    if (changed === key) tell(newValue === null ? 'left' : eventOf(read()?.account, account));
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

function eventOf(stored: string | undefined, account: string): SessionEvent {
  if (!stored) return 'ended';
  return stored === account ? 'same' : 'other';
}

function read(): (Refreshes & { account: string }) | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const { account, done, begun } = (stored ?? {}) as Record<string, unknown>;
    return typeof account === 'string' && typeof done === 'number' && typeof begun === 'number'
      ? { account, done, begun }
      : null;
  } catch {
    return null;
  }
}

/** Shared by all tabs of a browser; milliseconds since 1970. */
export type Refreshes = {
  done: number;
  begun: number;
};

/** Pause after a failure or while another tab refreshes; shorter for short sessions. */
export const retryMs = 30_000;

/** A browser's timer takes more for nothing, and runs at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Returns the milliseconds until this tab refreshes the session. @param spreadMs random delay of this tab, so that tabs
 * don't refresh at once
 */
export function refreshDelay(
  { done, begun }: Refreshes,
  { now, every, spreadMs }: { now: number; every: number; spreadMs: number },
): number {
  const due = done + every;
  const afterTheOther = begun > done ? begun + Math.min(retryMs, every / 2) : due;
  const wait = Math.max(due, afterTheOther) + spreadMs - now;
  // A clock that was set back must not keep the session from being refreshed.
  return Math.min(Math.max(0, wait), every + spreadMs, longestTimerMs);
}

import type { Refreshes } from './session-schedule';

const key = 'slipway_session';
const none: Refreshes = { done: 0, begun: 0 };

/** What this tab knows where the browser keeps nothing for us. */
let own: (Refreshes & { account: string }) | null = null;
/** Whether the browser keeps things for us. */
let isKept = false;

/** What all tabs know about the session of `account`. */
export function recallRefreshes(account: string): Refreshes {
  const kept = read() ?? own;
  return kept?.account === account ? kept : none;
}

export function keepRefreshes(account: string, refreshes: Refreshes): void {
  own = { account, ...refreshes };
  try {
    localStorage.setItem(key, JSON.stringify(own));
    isKept = true;
  } catch {
    // Storage is off or full: each tab then goes by its own knowledge.
  }
}

/** Whether another page has ended the session of `account` since this one last wrote of it. */
export const isForgotten = (account: string): boolean => isKept && read()?.account !== account;

/** The other tabs notice (`onForgotten`). */
export function forgetSession(): void {
  own = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // The other tabs then notice at their next call.
  }
}

/** Calls back when another tab has signed out. @returns the way to stop listening */
export function onForgotten(left: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key && event.newValue === null) left();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

function read(): (Refreshes & { account: string }) | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const { account, done, begun } = (kept ?? {}) as Record<string, unknown>;
    return typeof account === 'string' && typeof done === 'number' && typeof begun === 'number'
      ? { account, done, begun }
      : null;
  } catch {
    return null;
  }
}

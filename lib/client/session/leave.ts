import { isOpenPage, paths } from '@/lib/paths';
import { CallError } from '../call/call';

/** A share that wants its password has an error of its own. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'auth.required';

/**
 * Goes to the login page after a sign-out. Never resolves: a closing dialog would call `history.back()`, which cancels
 * a navigation that has just begun.
 */
export function leaveToLogin(): Promise<never> {
  location.assign(paths.login());
  return new Promise(() => {});
}

let askFirst: (() => boolean) | null = null;

/** @param ask returns true when it keeps the page. Returns a function that stops it. */
export function askBeforeLogin(ask: () => boolean): () => void {
  askFirst = ask;
  return () => {
    askFirst = null;
  };
}

/**
 * Goes to the login page and back here afterwards; does nothing on public pages. A full load clears the session's data
 * from memory.
 */
export function goToLogin(): void {
  if (isOpenPage(location.pathname)) return;
  if (!askFirst?.()) location.assign(paths.login(location.pathname + location.search) + location.hash);
}

/** Goes where a person wanted to before signing in. The fragment, which no server sees, has the key of a sealed share. */
export function goOn(target: string): void {
  location.replace(target + location.hash);
}

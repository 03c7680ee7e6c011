import { isOpenPage, paths } from '@/lib/paths';
import { CallError } from '../call/call';

/** Whether a call failed because nobody is signed in any more; a share that wants its password is something else. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'auth.required';

/**
 * To the login page, for who has just given up the session. Never resolves: a question that closed would go back in the
 * history, which calls a navigation off that has only begun.
 */
export function leaveToLogin(): Promise<never> {
  location.assign(paths.login());
  return new Promise(() => {});
}

/**
 * To the login page, and back here afterwards; from a page that shows to everybody, nowhere. The page is loaded anew,
 * so nothing of the session stays in memory.
 */
export function goToLogin(): void {
  if (isOpenPage(location.pathname)) return;
  location.assign(paths.login(location.pathname + location.search));
}

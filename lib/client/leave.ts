import { auth } from '@/lib/contract/auth';
import { paths } from '@/lib/paths';
import { CallError, call } from './call';
import { forgetSession } from './session-memory';

/** Whether a call failed because nobody is signed in any more; a share that wants its password is something else. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'auth.required';

/** To the login page, and back here afterwards. The page is loaded anew, so nothing of the session stays in memory. */
export function goToLogin(): void {
  if (location.pathname === paths.login()) return;
  location.assign(paths.login(location.pathname + location.search));
}

/** Ends the session here and in the other tabs; without an answer the person is let go all the same. */
export async function signOut(): Promise<void> {
  await call(auth.logout, {}).catch(() => undefined);
  forgetSession();
  location.assign(paths.login());
}

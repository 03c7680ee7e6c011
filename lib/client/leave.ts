import { paths } from '@/lib/paths';
import { CallError } from './call';

/** Whether a call failed because nobody is signed in any more; a share that wants its password is something else. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'auth.required';

/** To the login page, and back here afterwards. The page is loaded anew, so nothing of the session stays in memory. */
export function goToLogin(): void {
  if (location.pathname === paths.login()) return;
  location.assign(paths.login(location.pathname + location.search));
}

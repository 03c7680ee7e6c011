import { auth } from '@/lib/contract/auth';
import { call } from '../call/call';
import { isSignedOut, leaveToLogin } from './leave';
import { clearSession } from './session-memory';

/**
 * Ends the session in all tabs and goes to the login page. Returns false when the server didn't confirm: only the
 * server can remove the cookie.
 */
export async function signOut(): Promise<boolean> {
  try {
    await call(auth.logout, {});
  } catch (error) {
    if (!isSignedOut(error)) return false;
  }
  clearSession();
  return leaveToLogin();
}

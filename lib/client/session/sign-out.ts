import { auth } from '@/lib/contract/auth';
import { call } from '../call/call';
import { isSignedOut, leaveToLogin } from './leave';
import { forgetSession } from './session-memory';

/**
 * Ends the session, here and in the other tabs, and goes to the login page.
 * @returns false, staying where it is, when the server didn't confirm: the cookie can't be read or removed from here, so
 *   the person would still be signed in
 */
export async function signOut(): Promise<boolean> {
  try {
    await call(auth.logout, {});
  } catch (error) {
    if (!isSignedOut(error)) return false;
  }
  forgetSession();
  return leaveToLogin();
}

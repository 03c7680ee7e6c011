import { auth } from '@/lib/contract/auth';
import { paths } from '@/lib/paths';
import { call } from './call';
import { forgetSession } from './session-memory';

/** Ends the session here and in the other tabs; without an answer the person is let go all the same. */
export async function signOut(): Promise<void> {
  await call(auth.logout, {}).catch(() => undefined);
  forgetSession();
  location.assign(paths.login());
}

import { CallError, call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';

export type SessionState = 'renewed' | 'signedOut' | 'away';

let running: Promise<SessionState> | null = null;

/** Renews the session; files that find it ended at the same time share one call. */
export function refreshSession(): Promise<SessionState> {
  running ??= renew().finally(() => {
    running = null;
  });
  return running;
}

async function renew(): Promise<SessionState> {
  try {
    await call(auth.session, {});
    return 'renewed';
  } catch (error) {
    return error instanceof CallError && error.status === 401 ? 'signedOut' : 'away';
  }
}

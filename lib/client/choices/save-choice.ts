import { call } from '@/lib/client/call/call';
import { goToLogin, isSignedOut } from '@/lib/client/session/leave';
import { type PreferencesChange, settings } from '@/lib/contract/settings';

let earlier = Promise.resolve();

/** Sends changes one after the other, so that an earlier choice can't arrive last. */
export function saveChoice(change: PreferencesChange): Promise<void> {
  earlier = earlier.then(() => send(change));
  return earlier;
}

async function send(change: PreferencesChange): Promise<void> {
  await call(settings.setPreferences, { body: change }).catch((error: unknown) => {
    if (isSignedOut(error)) goToLogin();
  });
}

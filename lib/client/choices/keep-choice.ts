import { type PreferencesChange, settings } from '@/lib/contract/settings';
import { call } from '../call/call';
import { goToLogin, isSignedOut } from '../session/leave';

let earlier = Promise.resolve();

/** One after the other: sent at once, an earlier choice could arrive after the last one. */
export function keepChoice(change: PreferencesChange): Promise<void> {
  earlier = earlier.then(() => send(change));
  return earlier;
}

async function send(change: PreferencesChange): Promise<void> {
  await call(settings.setPreferences, { body: change }).catch((error: unknown) => {
    if (isSignedOut(error)) goToLogin();
  });
}

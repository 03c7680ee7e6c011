import { type PreferencesChange, settings } from '@/lib/contract/settings';
import { call } from '../call/call';
import { goToLogin, isSignedOut } from '../session/leave';

export async function keepChoice(change: PreferencesChange): Promise<void> {
  await call(settings.setPreferences, { body: change }).catch((error: unknown) => {
    if (isSignedOut(error)) goToLogin();
  });
}

import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { profile } from '@/lib/contract/account/profile';
import { settings } from '@/lib/contract/settings';
import type { Sender } from '@/lib/contract/share/sender';

/** The account that is signed in, as strangers see it; null: not at all, undefined: not known yet. */
export function useOwnSender(): Sender | null | undefined {
  const viewer = useViewer();
  const { data } = useCall(profile.get, {});
  const { data: preferences } = useCall(settings.getPreferences, {});
  if (!viewer || !data || !preferences) return undefined;
  if (preferences.showName === false) return null;
  const { name, ...rest } = data;
  if (name === null) return { name: viewer.login, isLogin: true, line: null, picture: null, color: null };
  return { ...rest, name, isLogin: false };
}

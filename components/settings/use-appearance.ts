'use client';

import { useRouter } from 'next/navigation';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { storePreference } from '@/lib/client/choices/store-preference';
import { useTheme } from '@/lib/client/choices/theme';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { settings } from '@/lib/contract/settings';
import type { Theme } from '@/lib/domain/theme';

/** Language and time zone affect server rendering, so the page refreshes once they are saved. */
export function useAppearance() {
  const router = useRouter();
  const { setTheme } = useTheme();
  const { data } = useCall(settings.getPreferences, {});
  const send = useSend(settings.setPreferences, { reloads: [settings.getPreferences] });
  const redraw = { onSuccess: () => router.refresh() };

  const chooseLanguage = (language: string) => {
    // First, so that the answer is in the new language, too.
    storePreference(choiceCookieNames.language, language);
    send.mutate({ body: { language } }, redraw);
  };
  const chooseTheme = (theme: Theme) => {
    setTheme(theme);
    send.mutate({ body: { theme } });
  };
  const chooseZone = (timezone: string | null) => send.mutate({ body: { timezone } }, redraw);
  return { timezone: data?.timezone ?? null, send, chooseLanguage, chooseTheme, chooseZone };
}

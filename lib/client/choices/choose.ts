'use client';

import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useTransition } from 'react';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { localeOfTag } from '@/lib/i18n/locales';
import { isReachable } from '../call/connection';
import { useViewer } from '../session/session';
import { storePreference } from './store-preference';
import { useResolvedTheme, useTheme } from './theme';

export function useLanguageChoice() {
  const isSignedIn = useViewer() !== null;
  const language = localeOfTag(useLocale());
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (language: string) => {
    storePreference(choiceCookieNames.language, language);
    start(async () => {
      if (isSignedIn) await saveToAccount({ language });
      if (await isReachable()) start(() => router.refresh());
    });
  };
  return { language, pending, choose };
}

export function useThemeToggle() {
  const isSignedIn = useViewer() !== null;
  const { setTheme } = useTheme();
  const theme = useResolvedTheme();
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    if (isSignedIn) void saveToAccount({ theme: next });
  };
  return { theme, toggleTheme };
}

/** Loaded for signed-in people only. If it fails, the choice still holds for this page. */
async function saveToAccount(change: { language: string } | { theme: 'light' | 'dark' }): Promise<void> {
  const { saveChoice } = await import('./save-choice');
  await saveChoice(change);
}

'use client';

import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useTransition } from 'react';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { localeOfTag } from '@/lib/i18n/locales';
import { isReachable } from '../call/connection';
import { useViewer } from '../session/session';
import { keepPreference } from './preference';
import { useShownTheme, useTheme } from './theme';

/** The switches of the top bar: this browser remembers, and so does the account, when signed in. */
export function useLanguageChoice() {
  const isSignedIn = useViewer() !== null;
  const language = localeOfTag(useLocale());
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (language: string) => {
    keepPreference(choiceCookieNames.language, language);
    start(async () => {
      if (isSignedIn) await keepWithAccount({ language });
      if (await isReachable()) start(() => router.refresh());
    });
  };
  return { language, pending, choose };
}

export function useThemeToggle() {
  const isSignedIn = useViewer() !== null;
  const { setTheme } = useTheme();
  const theme = useShownTheme();
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    if (isSignedIn) void keepWithAccount({ theme: next });
  };
  return { theme, toggleTheme };
}

/** Loaded only for people who are signed in. Without an answer the choice holds for this page, as the bar shows. */
async function keepWithAccount(change: { language: string } | { theme: 'light' | 'dark' }): Promise<void> {
  const { keepChoice } = await import('./keep-choice');
  await keepChoice(change);
}

'use client';

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { choiceCookieNames } from '@/lib/contract/http/names';
import type { Theme } from '@/lib/domain/theme';
import { keepPreference } from './preference';
import { themeColors } from './theme-colors';

const Themes = createContext<{ theme: Theme; setTheme: (next: Theme) => void }>({
  theme: 'system',
  setTheme: () => undefined,
});

export const useTheme = () => useContext(Themes);

/** @param initial what the server has drawn */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, keepTheme] = useState(initial);
  const setTheme = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    const color = themeColors[shownTheme(next, isDeviceDark())];
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute('content', color);
    keepPreference(choiceCookieNames.theme, next);
    keepTheme(next);
  };
  return <Themes value={{ theme, setTheme }}>{children}</Themes>;
}

/** What is seen: the device decides where nobody has. The server can't know it and draws its page for light ones. */
export function useShownTheme(): 'light' | 'dark' {
  const { theme } = useTheme();
  const isDark = useSyncExternalStore(followDevice, isDeviceDark, () => false);
  return shownTheme(theme, isDark);
}

function shownTheme(theme: Theme, isDark: boolean): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}

const device = () => window.matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = () => device().matches;

function followDevice(notify: () => void): () => void {
  const media = device();
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

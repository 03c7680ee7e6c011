'use client';

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { themeColors } from '@/lib/client/choices/theme-colors';
import { choiceCookieNames } from '@/lib/contract/http/names';
import type { Theme } from '@/lib/domain/look';
import { storePreference } from './store-preference';

const ThemeContext = createContext<{ theme: Theme; setTheme: (next: Theme) => void }>({
  theme: 'system',
  setTheme: () => undefined,
});

export const useTheme = () => useContext(ThemeContext);

export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, keepTheme] = useState(initial);
  const setTheme = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    const color = themeColors[resolveTheme(next, isDeviceDark())];
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute('content', color);
    storePreference(choiceCookieNames.theme, next);
    keepTheme(next);
  };
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>;
}

/** Resolves `system` by the device. The server can't know the device's theme and renders the light one. */
export function useResolvedTheme(): 'light' | 'dark' {
  const { theme } = useTheme();
  const isDark = useSyncExternalStore(subscribeToDevice, isDeviceDark, () => false);
  return resolveTheme(theme, isDark);
}

function resolveTheme(theme: Theme, isDark: boolean): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}

const device = () => window.matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = () => device().matches;

function subscribeToDevice(notify: () => void): () => void {
  const media = device();
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { cookieNames } from '@/lib/contract/names';
import { keepPreference } from './preference';
import { type Theme, themeColors } from './theme-colors';

const Themes = createContext<{ theme: Theme; toggleTheme: () => void }>({
  theme: 'light',
  toggleTheme: () => undefined,
});

export const useTheme = () => useContext(Themes);

/** @param initial what the server has drawn */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[next]);
    keepPreference(cookieNames.theme, next);
    setTheme(next);
  };
  return <Themes value={{ theme, toggleTheme }}>{children}</Themes>;
}

'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { cookieNames } from '@/lib/contract/http/names';
import { keepPreference } from './preference';
import { type Theme, themeColors } from './theme-colors';

const Themes = createContext<{ theme: Theme; setTheme: (next: Theme) => void }>({
  theme: 'light',
  setTheme: () => undefined,
});

export const useTheme = () => useContext(Themes);

/** @param initial what the server has drawn */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, keepTheme] = useState(initial);
  const setTheme = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[next]);
    keepPreference(cookieNames.theme, next);
    keepTheme(next);
  };
  return <Themes value={{ theme, setTheme }}>{children}</Themes>;
}

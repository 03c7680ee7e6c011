import { cookieNames } from '@/lib/contract/names';

const yearSeconds = 365 * 24 * 3600;

/** Choices that the server reads for the very first paint; no secret, so scripts may write them. */
function remember(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in Safari.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

export type Theme = 'light' | 'dark';

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember(cookieNames.theme, theme);
}

export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

export const chooseLanguage = (locale: string): void => remember(cookieNames.language, locale);

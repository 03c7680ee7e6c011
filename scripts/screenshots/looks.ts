import type { Browser, BrowserContext } from '@playwright/test';
import { cookieNames } from '@/lib/contract/names';

export const looks = {
  light: { theme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  dark: { theme: 'dark', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  phone: { theme: 'light', viewport: { width: 390, height: 844 }, locale: 'en-GB' },
  'phone-dark': { theme: 'dark', viewport: { width: 390, height: 844 }, locale: 'en-GB' },
  german: { theme: 'dark', viewport: { width: 390, height: 844 }, locale: 'de-DE' },
  japanese: { theme: 'light', viewport: { width: 1280, height: 800 }, locale: 'ja-JP' },
} as const;

export type Look = { theme: string; viewport: { width: number; height: number }; locale: string };

/** A browser that looks so; with a token, as whom it belongs to. */
export async function contextFor(
  browser: Browser,
  look: Look,
  { url, token }: { url: string; token: string | null },
): Promise<BrowserContext> {
  const { viewport, locale, theme } = look;
  const context = await browser.newContext({ viewport, locale, timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.addCookies([{ name: cookieNames.theme, value: theme, url }]);
  if (token) await context.addCookies([{ name: cookieNames.auth, value: token, url }]);
  return context;
}

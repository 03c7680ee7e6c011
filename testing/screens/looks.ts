import type { Browser, BrowserContext, Page } from '@playwright/test';
import { choiceCookieNames, cookieNames } from '@/lib/contract/http/names';

const phone = { width: 390, height: 844 };

export const looks = {
  light: { theme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  dark: { theme: 'dark', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  phone: { theme: 'light', viewport: phone, locale: 'en-GB' },
  'phone-dark': { theme: 'dark', viewport: phone, locale: 'en-GB' },
  german: { theme: 'dark', viewport: phone, locale: 'de-DE' },
  japanese: { theme: 'light', viewport: { width: 1280, height: 800 }, locale: 'ja-JP' },
} as const;

export type ScreenLook = { theme: string; viewport: { width: number; height: number }; locale: string };

export const onPhone = (look: ScreenLook): ScreenLook => ({ ...look, viewport: phone });

type ScreenVisit = { url: string; token: string | null };

export async function contextFor(
  browser: Browser,
  look: ScreenLook,
  visit: ScreenVisit,
): Promise<BrowserContext> {
  const { viewport, locale } = look;
  const isPhone = viewport === phone;
  const context = await browser.newContext({
    viewport,
    locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  await addCookies(context, look, visit);
  return context;
}

/** Clears the page's cookies except theme and session. Fetched and compiled scripts stay cached. */
export async function forgetAll(page: Page, look: ScreenLook, visit: ScreenVisit): Promise<void> {
  await page.context().clearCookies();
  await addCookies(page.context(), look, visit);
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: visit.url, storageTypes });
  await session.detach();
}

async function addCookies(
  context: BrowserContext,
  { theme }: ScreenLook,
  { url, token }: ScreenVisit,
): Promise<void> {
  await context.addCookies([{ name: choiceCookieNames.theme, value: theme, url }]);
  if (token) await context.addCookies([{ name: cookieNames.auth, value: token, url }]);
}

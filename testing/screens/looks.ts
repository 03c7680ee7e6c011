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

export type Look = { theme: string; viewport: { width: number; height: number }; locale: string };

/** The same on a phone. */
export const onPhone = (look: Look): Look => ({ ...look, viewport: phone });

type Visit = { url: string; token: string | null };

/** A browser that looks so; with a token, as whom it belongs to. */
export async function contextFor(browser: Browser, look: Look, visit: Visit): Promise<BrowserContext> {
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

/**
 * Makes the page's browser remember nothing but the theme and who is signed in. What it has fetched and compiled stays.
 */
export async function forgetAll(page: Page, look: Look, visit: Visit): Promise<void> {
  await page.context().clearCookies();
  await addCookies(page.context(), look, visit);
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: visit.url, storageTypes });
  await session.detach();
}

async function addCookies(context: BrowserContext, { theme }: Look, { url, token }: Visit): Promise<void> {
  await context.addCookies([{ name: choiceCookieNames.theme, value: theme, url }]);
  if (token) await context.addCookies([{ name: cookieNames.auth, value: token, url }]);
}

import { expect, type Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import type { Screen } from '@/testing/screens/screens';

const calls = /\/api\/v2\/(open|sec)\//;

/** Removes the visit's cookie, so that the link opens as for a new visitor. */
const leave = (page: Page) => page.context().clearCookies({ name: cookieNames.visit });

const hold = (page: Page) => page.route(calls, () => undefined);
const cut = (page: Page) => page.route(calls, (route) => route.abort());

/** Fast-forwards the clock until the page has given up retrying. */
async function giveUp(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(again).toBeVisible({ timeout: 200 });
  }).toPass();
}

const search = (page: Page) => page.getByRole('searchbox').fill('regatta');

export const waitingStates: Record<string, Screen> = {
  'opening a link': {
    path: paths.open('wifi-note-link'),
    isSignedIn: false,
    act: async (page) => {
      await leave(page);
      await hold(page);
      await page.reload();
      await page.getByRole('status').first().waitFor();
    },
  },
  'a link without a network': {
    path: paths.open('wifi-note-link'),
    isSignedIn: false,
    act: async (page) => {
      await leave(page);
      await cut(page);
      await page.clock.install();
      await page.reload();
      await giveUp(page);
    },
  },
  'shares, searching': {
    path: paths.shares,
    isSignedIn: true,
    act: async (page) => {
      await hold(page);
      await search(page);
      await page.locator('table[aria-busy=true]').waitFor();
    },
  },
  'shares, without a network': {
    path: paths.shares,
    isSignedIn: true,
    act: async (page) => {
      await cut(page);
      await page.clock.install();
      await search(page);
      await giveUp(page);
    },
  },
};

import type { Page } from '@playwright/test';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const showName = (page: Page) => page.getByRole('switch', { name: /^Show my name/ });
const twice = {
  'a switch': {
    presses: [(page: Page) => showName(page).uncheck(), (page: Page) => showName(page).check()],
    kept: { showName: true },
  },
  'the theme': {
    presses: ['Dark theme', 'Light theme'].map(
      (name) => (page: Page) => page.getByRole('button', { name }).click(),
    ),
    kept: { theme: 'light' },
  },
};

for (const [name, { presses, kept }] of Object.entries(twice))
  test(`of two choices of ${name} the last one counts, though the first is slow`, async ({
    signedIn: page,
    as,
  }) => {
    await openPage(page, paths.settings);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { path, method } = settings.setPreferences;
    let [sent, answered] = [0, 0];
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === method && sent++ === 0) await held;
      await route.continue();
    });
    page.on('response', (response) => {
      if (response.url().endsWith(path) && response.request().method() === method) answered += 1;
    });
    for (const press of presses) await press(page);
    letGo();
    await expect.poll(() => answered).toBe(2);
    expect(await as.call(settings.getPreferences, {})).toMatchObject(kept);
  });

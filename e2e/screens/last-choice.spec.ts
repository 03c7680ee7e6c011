import type { Page, Request } from '@playwright/test';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

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
  test(`the last of two choices of ${name} counts, though the first is slow`, async ({
    signedIn: page,
    as,
  }) => {
    await openPage(page, paths.settings);
    const { path, method } = settings.setPreferences;
    let [sent, answered] = [0, 0];
    const isChange = (request: Request) => request.url().endsWith(path) && request.method() === method;
    const letGo = await hold(page, `**${path}`, (request) => isChange(request) && sent++ === 0);
    page.on('response', (response) => {
      if (isChange(response.request())) answered += 1;
    });
    for (const press of presses) await press(page);
    letGo();
    await expect.poll(() => answered).toBe(2);
    expect(await as.call(settings.getPreferences, {})).toMatchObject(kept);
  });

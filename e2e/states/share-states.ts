import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import type { Screen } from '@/scripts/screenshots/screens';

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

async function showCards(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Cards' }).check();
  await page.getByRole('checkbox').last().check();
}

/** The share's page by the story's name of the share, and what is done on it. */
const states: Record<string, [string, (page: Page) => Promise<void>]> = {
  'deleting the share': ['board-pack', click('Delete share')],
  'deleting a file': ['board-pack', click('Delete report.pdf')],
  cards: ['board-pack', showCards],
  'code on a phone': [
    'board-pack',
    async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByText('Show QR code').click();
    },
  ],
};

export const shareStates: Record<string, Screen> = Object.fromEntries(
  Object.entries(states).map(([name, [id, act]]) => [
    `share, ${name}`,
    { path: paths.share(id), isSignedIn: true, act },
  ]),
);

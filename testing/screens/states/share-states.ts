import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import type { Screen } from '@/testing/screens/screens';

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const ask = (name: string) => async (page: Page) => {
  await click(name)(page);
  await page.getByRole('alertdialog').waitFor();
};
const toTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

async function writeMail(page: Page): Promise<void> {
  await click('Recipients')(page);
  await page.getByRole('checkbox', { name: 'One link for all' }).check();
  await page.getByRole('textbox', { name: 'Recipients' }).fill('anna, ben@');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('These are not e-mail addresses').waitFor();
  await page.evaluate(() => scrollTo(0, 0)); // else the bar lies over half of the link's buttons
}

const inDetails = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await toTab('Details')(page);
  await act(page);
};

async function editViews(page: Page): Promise<void> {
  await toTab('Details')(page);
  await click('Edit Maximum views')(page);
  await page.getByRole('textbox', { name: 'Maximum views' }).fill('many');
  await page.keyboard.press('Enter');
  await page.getByText('not a valid number').waitFor();
}

async function leaveNote(page: Page): Promise<void> {
  await click('Edit message')(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('# Another note');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor();
}

async function showCards(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Cards' }).check();
  // Boxes of the list go with it: the one that is pressed has to be a card's.
  await page.locator('li.rounded-card').last().getByRole('checkbox').check();
}

const states: Record<string, [string, ((page: Page) => Promise<unknown>)?]> = {
  details: ['board-pack', toTab('Details')],
  draft: ['press-kit-draft'],
  expired: ['spring-catalogue'],
  'used up': ['quartet-score'],
  withdrawn: ['withdrawn-offer'],
  empty: ['empty-draft'],
  'half arrived': ['broken-off'],
  received: ['application-1'],
  'link of a draft': ['press-kit-draft', toTab('Link')],
  'adding files': ['board-pack', toTab('Add files')],
  'mail, wrong receivers': ['board-pack', writeMail],
  'editing the name': ['board-pack', inDetails(click('Edit Name'))],
  'editing the validity': ['board-pack', inDetails(click('Edit Validity'))],
  'editing the password': ['board-pack', inDetails(click('Edit Password'))],
  'editing the views, wrong': ['board-pack', editViews],
  'editing the note': ['board-pack', click('Edit message')],
  'leaving the note': ['board-pack', leaveNote],
  'deleting the share': ['board-pack', inDetails(ask('Delete share'))],
  'deleting a file': ['board-pack', ask('Delete report.pdf')],
  'details of a file': ['board-pack', click('Details of report.pdf')],
  cards: ['board-pack', showCards],
};

/** A shared browser can only be resized, not turned into a phone. */
async function showCode(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Show QR code').click();
}

export const shareStates: Record<string, Screen> = {
  ...Object.fromEntries<Screen>(
    Object.entries(states).map(([name, [id, act]]) => [
      `share, ${name}`,
      {
        path: paths.share(id),
        isSignedIn: true,
        ...(act && { act: async (page) => void (await act(page)) }),
      },
    ]),
  ),
  'share, code on a phone': {
    path: paths.share('board-pack'),
    isSignedIn: true,
    isOnPhone: true,
    act: showCode,
  },
};

import type { Locator, Page } from '@playwright/test';
import { round } from '@/lib/contract/alias/round';
import { requestPaths } from '@/lib/request-paths';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const german = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;
test.use({ ...german, isAlone: true });

/** Goes on with Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toHaveCount(1);
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('with the keyboard alone, in German, in the dark and at 390 px, files are sent, refused, sent again and accepted', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as, { name: 'Steuerbüro' });
  const params = { id: aliasId };
  const slots = [{ name: 'Lohnsteuerbescheinigung des Arbeitgebers' }, { name: 'Ausweis' }];
  const { id } = await as.call(round.create, {
    params,
    body: { name: 'Unterlagen', due: '2999-12-31', slots },
  });
  const people = [{ name: 'Ada', address: 'ada@example.org' }];
  await as.call(round.addPeople, { params, body: { round: id, people } });
  const { items } = await as.call(round.board, { params, query: { round: id } });
  const { link } = await as.call(round.link, { params, body: { request: items[0]?.id ?? '' } });
  const place = new URL(link);

  const context = await browser.newContext({ ...german, baseURL: running().url });
  const visitor = await context.newPage();
  visitor.on('filechooser', () => undefined); // files are asked for here from now on, not by the system
  await openPage(visitor, place.pathname + place.hash);
  const send = async (slot: string, name: string) => {
    await tabTo(visitor, visitor.getByRole('button', { name: `Dateien wählen für ${slot}`, exact: true }));
    const chosen = visitor.waitForEvent('filechooser');
    await visitor.keyboard.press('Enter');
    await (await chosen).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    const item = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: slot }) });
    await expect(item.getByText(name, { exact: true })).toBeVisible();
    await expect(item.getByText('erhalten')).toBeVisible();
  };
  await send('Lohnsteuerbescheinigung des Arbeitgebers', 'Bescheinigung für das ganze vergangene Jahr.pdf');
  expect(await overflowOf(visitor)).toBeLessThanOrEqual(0);
  await send('Ausweis', 'ausweis.pdf');
  await expect(visitor.getByText('Danke, Ada. Alles ist da.')).toBeVisible();

  await openPage(page, requestPaths.board(aliasId, `?round=${id}`));
  await tabTo(page, page.getByRole('link', { name: 'Ada, Ausweis: erhalten' }));
  await page.keyboard.press('Enter');
  const cell = page.getByRole('region', { name: 'Ada · Ausweis' });
  const next = page.getByRole('region', { name: /^Ada · Lohnsteuerbescheinigung/ }); // opens once one is decided
  await expect(cell).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Grund' })).toBeFocused();
  await page.keyboard.type('Die Rückseite fehlt.');
  await tabTo(page, page.getByRole('button', { name: 'Bitte noch einmal' }));
  await page.keyboard.press('Enter');
  await expect(next).toBeFocused();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  await reloadPage(visitor);
  await expect(visitor.getByText('Die Rückseite fehlt.')).toBeVisible();
  await send('Ausweis', 'beide-seiten.pdf');
  expect(await overflowOf(visitor)).toBeLessThanOrEqual(0);
  await context.close();

  await page.bringToFront();
  await reloadPage(page);
  await tabTo(page, page.getByRole('link', { name: 'Unterlagen' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Ada, Ausweis: erhalten' }));
  await page.keyboard.press('Enter');
  await expect(cell).toBeFocused();
  await page.keyboard.press('a');
  await expect(next).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Unterlagen' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Ada, Ausweis: angenommen' })).toBeVisible();
});

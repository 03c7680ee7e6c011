import { readFile } from 'node:fs/promises';
import { round } from '@/lib/contract/alias/round';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('papers are asked for, sent from a phone in two sittings, refused once, sent again and accepted', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as, { name: 'Tax office' });
  await openPage(page, paths.alias(aliasId));
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('link', { name: 'Ask for files' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Papers for 2999');
  await page.getByLabel(/^Last day/).fill('2999-12-31');
  await page.getByRole('textbox', { name: /^File 1/ }).fill('ID card');
  await page.getByRole('button', { name: 'Add another' }).click();
  await page.getByRole('textbox', { name: /^File 2/ }).fill('Payslip');
  await page.getByRole('textbox', { name: /^People/ }).fill('Ada Lovelace; ada@example.org');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const row = page.getByRole('row', { name: /Ada Lovelace/ });
  await expect(row.getByText('missing')).toHaveCount(2);

  const { items: rounds } = await as.call(round.list, { params: { id: aliasId } });
  const { items: people } = await as.call(round.board, {
    params: { id: aliasId },
    query: { round: rounds[0]?.id ?? '' },
  });
  const asked = { params: { id: aliasId }, body: { request: people[0]?.id ?? '' } };
  const { link } = await as.call(round.link, asked);
  const place = new URL(link);

  const sitting = async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext({ ...phone, baseURL: running().url });
    const visitor = await context.newPage();
    await openPage(visitor, place.pathname + place.hash);
    const send = async (slot: string, name: string) => {
      const item = visitor
        .getByRole('listitem')
        .filter({ has: visitor.getByRole('heading', { name: slot }) });
      await expect(item.getByRole('button', { name: `Take a photo for ${slot}` })).toBeVisible();
      await item
        .locator('input[type=file]:not([capture])')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${name}`) });
      await expect(item.getByText('received')).toBeVisible();
      await expect(item.getByText(name, { exact: true })).toBeVisible();
    };
    return { visitor, send, leave: () => context.close() };
  };
  const first = await sitting();
  await expect(first.visitor.getByText('0 of 2 here, 2 missing')).toBeVisible();
  await first.send('ID card', 'card.pdf');
  await expect(first.visitor.getByText('1 of 2 here, 1 missing')).toBeVisible();
  await first.leave();
  const second = await sitting();
  await expect(second.visitor.getByText('card.pdf')).toBeVisible();
  await second.send('Payslip', 'wrong-month.pdf');
  await expect(second.visitor.getByText('Thank you, Ada Lovelace. Everything is here.')).toBeVisible();

  await reloadPage(page);
  await row.getByRole('link', { name: /Payslip/ }).click();
  const cell = (slot: string) => page.getByRole('region', { name: `Ada Lovelace · ${slot}` });
  await expect(cell('Payslip')).toBeFocused();
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Reason' }).fill('That is May. We need June.');
  await page.getByRole('button', { name: 'Please again' }).click();
  await expect(cell('ID card')).toBeFocused();
  await page.keyboard.press('a');
  await expect(row.getByText('accepted')).toBeVisible();
  await expect(row.getByText('please again')).toBeVisible();

  await reloadPage(second.visitor);
  await expect(second.visitor.getByText('That is May. We need June.')).toBeVisible();
  await second.send('Payslip', 'june.pdf');
  await second.leave();
  await reloadPage(page);
  await row.getByRole('link', { name: /Payslip/ }).click();
  await expect(cell('Payslip')).toBeFocused();
  await expect(cell('Payslip').getByText('june.pdf', { exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await expect(row.getByText('accepted')).toHaveCount(2);
  await expect(page.getByText('1 of 1 complete')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Papers for 2999' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const downloads = page.getByRole('region', { name: 'Download' });
  const zip = page.waitForEvent('download');
  await downloads.getByRole('link', { name: /^Download all as ZIP/ }).click();
  const entries = (await readFile(await (await zip).path())).toString('latin1');
  for (const path of ['Ada Lovelace/ID card/card.pdf', 'Ada Lovelace/Payslip/june.pdf'])
    expect(entries).toContain(path);
  expect(entries).not.toContain('wrong-month.pdf');
  const table = page.waitForEvent('download');
  await downloads.getByRole('link', { name: /table/ }).click();
  expect((await table).suggestedFilename()).toBe('Papers for 2999.csv');
  await downloads.getByRole('button', { name: 'Close' }).click();
  const { items: kept } = await as.call(share.search, { query: {} });
  expect(kept.filter(({ aliasInfo }) => aliasInfo)).toHaveLength(3);
});

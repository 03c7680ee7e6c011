import fs from 'node:fs';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { upload } from '@/testing/people/upload';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const form = {
  sender: { name: 'required' as const },
  questions: [{ id: 'size', label: 'T-shirt size', kind: 'choice' as const, choices: ['S', 'L'] }],
};

test('what came in is a table with its answers: searched, ticked off, taken as a whole', async ({
  signedIn: page,
  as,
}) => {
  const member = await newAccount();
  const id = await newAlias(as, { name: 'Team day', members: [member.id] });
  await as.call(aliasForm.save, { params: { id }, body: form });
  const deliver = async (name: string, size: string) => {
    const body = { maxViews: 1, sender: { name }, answers: { size } };
    const made = await holder(id).call(share.createThroughAlias, { body });
    await upload(as, made.id, { name: 'plan.txt', content: `of ${name}` });
    return made.id;
  };
  await page.goto(paths.deliveries(id));
  await expect(page.getByRole('heading', { name: 'Nothing has come in yet' })).toBeVisible();

  await deliver('Ada Lovelace', 'S');
  const latest = await deliver('Grace Hopper', 'L');
  await openPage(page, paths.deliveries(id));
  await expect(page.getByText('2 deliveries · 2 files')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Grace Hopper');
  await expect(rows.nth(1).getByRole('cell', { name: 'L', exact: true })).toBeVisible();
  await expect(rows.nth(1)).toContainText('New');

  const tick = page.getByRole('checkbox', { name: 'Grace Hopper: done' });
  await tick.check();
  const filter = page.getByRole('navigation', { name: 'Show' });
  await filter.getByRole('link', { name: 'To do' }).click();
  await expect(page).toHaveURL(/\?state=open$/);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Ada Lovelace');
  await filter.getByRole('link', { name: 'Done' }).click();
  await expect(rows.nth(1)).toContainText('Grace Hopper');
  await page.goBack();
  await expect(rows.nth(1)).toContainText('Ada Lovelace');
  await filter.getByRole('link', { name: 'All' }).click();
  await page.getByRole('searchbox').fill('lovelace');
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(3);

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as table (CSV)' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe('Team day.csv');
  expect(fs.readFileSync(await table.path(), 'utf8')).toContain(',Grace Hopper,,,L,,yes,,1,');
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as table (Excel)' }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe('Team day.xlsx');
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download all as ZIP/ }).click(),
  ]);
  expect(archive.suggestedFilename()).toBe('Team day.zip');
  await page.reload();
  await expect(rows.nth(1)).not.toContainText('New');

  await rows.nth(1).getByRole('link', { name: 'Grace Hopper' }).click();
  await expect(page).toHaveURL(new RegExp(`${latest}$`));
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Done' }).uncheck();
  await expect(page.getByRole('checkbox', { name: 'Mark as done' })).toBeVisible();
  const theirs = await api(member);
  await expect
    .poll(async () => (await theirs.call(aliasForm.delivery, { params: { id: latest } })).delivery)
    .toMatchObject({ name: 'Grace Hopper', done: false });
});

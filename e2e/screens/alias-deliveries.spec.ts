import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, holder, newAccount, onDatabase } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { upload } from '@/testing/people/upload';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const form = {
  sender: { name: 'required' as const },
  questions: [{ id: 'size', label: 'T-shirt size', kind: 'choice' as const, choices: ['S', 'L'] }],
};

test('deliveries are a list beside the open one: searched, ticked off, taken as a whole', async ({
  signedIn: page,
  as,
}) => {
  await openPage(page, paths.received);
  await expect(page.getByRole('link', { name: 'Create an inbox' })).toBeVisible();

  const member = await newAccount();
  const id = await newAlias(as, { name: 'Team day', members: [member.id] });
  await as.call(aliasForm.save, { params: { id }, body: form });
  const deliver = async (name: string, size: string) => {
    const body = { maxViews: 1, sender: { name }, answers: { size } };
    const made = await holder(id).call(share.createThroughAlias, { body });
    await upload(as, made.id, { name: 'plan.txt', content: `of ${name}` });
    return made.id;
  };
  await openPage(page, paths.received);
  await expect(page.getByRole('heading', { name: 'Nothing has come in yet' })).toBeVisible();

  await deliver('Ada Lovelace', 'S');
  const latest = await deliver('Grace Hopper', 'L');
  await openPage(page, paths.received);
  await expect(page.getByText('2 deliveries · 2 files')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Grace Hopper');
  const grace = rows.filter({ hasText: 'Grace Hopper' });
  await expect(grace).toContainText('New');

  const filter = page.getByRole('navigation', { name: 'Show' });
  await page.getByRole('checkbox', { name: 'Grace Hopper: done' }).check();
  await expect(grace).not.toContainText('New');
  await page.keyboard.press('z');
  await expect(page.getByRole('checkbox', { name: 'Grace Hopper: done' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Grace Hopper: done' }).check();
  await filter.getByRole('link', { name: 'To do' }).click();
  await expect(page).toHaveURL(/\?state=open$/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Ada Lovelace');
  await filter.getByRole('link', { name: 'Done' }).click();
  await expect(rows.first()).toContainText('Grace Hopper');
  await page.goBack();
  await expect(rows.first()).toContainText('Ada Lovelace');
  await filter.getByRole('link', { name: 'All' }).click();
  await page.getByRole('searchbox').fill('lovelace');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(2);

  const table = await download(page, 'Download as table (CSV)');
  expect(table.suggestedFilename()).toBe('Team day.csv');
  expect(fs.readFileSync(await table.path(), 'utf8')).toContain(',Grace Hopper,,,L,,yes,,1,');
  expect((await download(page, 'Download as table (Excel)')).suggestedFilename()).toBe('Team day.xlsx');
  expect((await download(page, /^Download all as ZIP/)).suggestedFilename()).toBe('Team day.zip');

  await page.getByRole('link', { name: /^Grace Hopper/ }).click();
  await expect(page).toHaveURL(new RegExp(`at=${latest}$`));
  const open = page.getByRole('region', { name: 'Grace Hopper' });
  await expect(open.getByRole('heading', { name: 'Grace Hopper', level: 2 })).toBeVisible();
  await expect(open.getByText('T-shirt size')).toBeVisible();
  const done = open.getByRole('button', { name: 'Done', exact: true });
  await expect(done).toHaveAttribute('aria-pressed', 'true');
  await done.click();
  await expect(done).toHaveAttribute('aria-pressed', 'false');
  const theirs = await api(member);
  await expect
    .poll(async () => (await theirs.call(aliasForm.delivery, { params: { id: latest } })).delivery)
    .toMatchObject({ name: 'Grace Hopper', done: false });

  await open.getByText('Share this delivery').click();
  await open.getByRole('tab', { name: 'Details' }).click();
  await expect(open.getByText('Created by')).toBeVisible();
  await expect(open.getByRole('definition').filter({ hasText: 'Grace Hopper' })).toHaveCount(1);

  const saved = await download(page, 'Download Ada Lovelace and mark as done');
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByRole('checkbox', { name: 'Ada Lovelace: done' })).toBeChecked();
  await expect(rows.last()).not.toContainText('New');
});

async function download(page: Page, name: string | RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).first().click(),
  ]);
  return file;
}

const many = 30;

/** Ends with the newest. The first asked for nothing, so nobody knows who sent it. */
const writeMany = (aliasId: string, ownerId: string) =>
  onDatabase(async (db) => {
    await db.query(
      `INSERT INTO "Share" (id, "ownerId", "aliasId", description, "validityMs", "maxViews", "createdAt")
       SELECT $1 || '-' || n, $2, $1, '# Application ' || n, 86400000, 1, now() - n * interval '1 minute'
       FROM generate_series(1, ${many}) n`,
      [aliasId, ownerId],
    );
    await db.query(
      `INSERT INTO "Delivery" ("shareId", number, name) SELECT $1 || '-' || n, ${many + 1} - n, CASE n WHEN ${many} THEN NULL ELSE 'Sender ' || n END
       FROM generate_series(1, ${many}) n`,
      [aliasId],
    );
  });

test('thirty deliveries are worked through by one key each, with the focus and the URL', async ({
  signedIn: page,
  as,
  account,
}) => {
  const aliasId = await newAlias(as);
  await writeMany(aliasId, account.id);
  const row = (n: number) =>
    page.getByRole('link', { name: n === many ? /^Application \d/ : new RegExp(`^Sender ${n}\\b`) });
  const isOpen = (n: number) => expect(page).toHaveURL(new RegExp(`at=${aliasId}-${n}$`));

  await openPage(page, paths.received);
  await page.keyboard.press('j');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('k');
  await isOpen(1);
  await expect(page.getByRole('heading', { name: 'Sender 1', level: 2 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/received$/);
  await page.goForward();
  await isOpen(1);
  await openPage(page, page.url());
  await expect(page.getByRole('heading', { name: 'Sender 1', level: 2 })).toBeVisible();

  // Letters that are typed, and those with a modifier, are no commands.
  await page.keyboard.press('Shift+E');
  await page.getByRole('searchbox').pressSequentially('ejk');
  await page.getByRole('searchbox').clear();
  await isOpen(1);
  await row(1).focus();

  for (let n = 1; n <= many; n += 1) {
    await expect(row(n)).toBeFocused();
    await isOpen(n);
    await page.keyboard.press('e');
    if (n !== 5) continue;
    await page.getByRole('button', { name: 'Undo: Sender 5 is done' }).click();
    await expect(row(5)).toBeFocused();
    await page.keyboard.press('e');
  }
  await expect(page.getByRole('status').filter({ hasText: `Application ${many}: done` })).toHaveCount(1);
  const done = { query: { state: 'done', q: '' } } as const;
  await expect.poll(async () => (await as.call(deliveries.search, done)).total.deliveries).toBe(many);
  expect(await as.call(share.received, {})).toEqual({ unread: 0 });
});

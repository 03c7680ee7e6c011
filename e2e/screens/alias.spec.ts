import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import { type Api, api, holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { unfold } from '../unfold';

async function signInAs(page: Page, { token }: Api): Promise<void> {
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
}

test('an alias page is made, with members found by their login, and leads to its own page', async ({
  signedIn,
  as,
}) => {
  const member = await newAccount();
  await openPage(signedIn, paths.newAlias);
  await signedIn.getByRole('textbox', { name: 'Name' }).fill('Applications');
  await signedIn.getByRole('combobox', { name: 'Validity' }).selectOption({ label: '2 hours' });
  await expect(signedIn.getByText('Leave empty for a hard-to-guess one.')).toBeVisible();
  await signedIn.getByRole('combobox', { name: 'Members' }).fill(member.login);
  await signedIn.getByRole('option', { name: member.login }).click();
  await signedIn.getByRole('button', { name: 'Create inbox' }).click();
  await expect(signedIn.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();

  const { items } = await as.call(alias.search, {});
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ name: 'Applications', validity: 7_200_000, enabled: true });
  expect(items[0]?.members.items).toEqual([{ id: member.id, login: member.login }]);
  expect(items[0]?.id).toMatch(/^[\w-]{16,}$/);
  await expect(signedIn).toHaveURL(new RegExp(`/app/alias/${items[0]?.id}$`));
  const link = `${running().url}${paths.inbox(items[0]?.id ?? '')}`;
  await expect(signedIn.getByRole('region', { name: 'Link for uploads' })).toContainText(withoutScheme(link));
  await expect(signedIn.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
});

test('somebody else’s alias page and a missing one end on the same page', async ({ page, as }) => {
  const id = await newAlias(as);
  await signInAs(page, await api(await newAccount()));
  for (const wrong of [id, 'never-was']) {
    await openPage(page, paths.alias(wrong));
    await expect(page).toHaveURL(/\/app\/info\/1$/);
  }
});

test('a new id makes a new link, the old one ends, and what came in stays', async ({
  signedIn,
  as,
  page,
}) => {
  const old = await newAlias(as);
  const { id: shareId } = await holder(old).call(share.createThroughAlias, { body: { maxViews: 1 } });
  const next = `next-${Date.now()}`;
  await openPage(signedIn, paths.alias(old));
  await (await unfold(signedIn, 'Access')).getByRole('textbox', { name: 'ID' }).fill(next);
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL(new RegExp(`/app/alias/${next}$`));
  await expect(signedIn.getByRole('region', { name: 'Link for uploads' })).toContainText(next);
  expect(await as.call(share.get, { params: { id: shareId } })).toMatchObject({ aliasId: next });
  const field = (await unfold(signedIn, 'Access')).getByRole('textbox', { name: 'ID' });
  await field.fill('');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveValue(next); // an emptied one is kept

  await openPage(page, paths.inbox(old));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  await openPage(page, paths.inbox(next));
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('the keyboard alone makes an alias page, adds and removes members, and turns it off', async ({
  signedIn,
  as,
}) => {
  const [first, second] = [await newAccount(), await newAccount()];
  const { keyboard } = signedIn;
  await openPage(signedIn, paths.newAlias);
  await signedIn.getByRole('textbox', { name: 'Name' }).focus();
  await keyboard.type('By hand');
  await expect(signedIn.getByText('If not enabled, uploads are not possible via this alias.')).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(signedIn.getByRole('combobox', { name: 'Members' })).toBeFocused();
  for (const { login } of [first, second]) {
    await keyboard.type(login);
    await expect(signedIn.getByRole('option', { name: login })).toBeVisible();
    await keyboard.press('Enter');
    await expect(signedIn.getByRole('button', { name: `Remove ${login}` })).toBeAttached();
  }
  await keyboard.press('Backspace');
  await expect(signedIn.getByRole('button', { name: `Remove ${second.login}` })).toHaveCount(0);
  await keyboard.press('Tab');
  await expect(signedIn.getByRole('textbox', { name: 'ID (optional)' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(signedIn.getByRole('heading', { level: 1, name: 'By hand' })).toBeVisible();
  const { items } = await as.call(alias.search, {});
  expect(items[0]).toMatchObject({ enabled: false, members: { items: [{ login: first.login }] } });
});

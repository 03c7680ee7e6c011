import { expect, type Page } from '@playwright/test';
import type { Credentials } from '../people/account';
import { openPage } from './alive';
import { type Texts, textsIn } from './texts';

export async function fillLogin(
  page: Page,
  { login, password }: Credentials,
  t: Texts = textsIn('en'),
): Promise<void> {
  await page.getByLabel(t('login.account'), { exact: true }).fill(login);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

export async function signInByForm(page: Page, account: Credentials): Promise<void> {
  await openPage(page, '/app/login');
  await fillLogin(page, account);
  await expect(page).toHaveURL(/\/app\/home$/);
}

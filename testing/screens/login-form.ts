import { expect, type Page } from '@playwright/test';
import type { Credentials } from '../people/account';

/** Fills in the login page that is open, and sends it. */
export async function fillLogin(page: Page, { login, password }: Credentials): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Signs in as a person does who wants no page in particular. */
export async function signInByForm(page: Page, account: Credentials): Promise<void> {
  await page.goto('/app/login');
  await fillLogin(page, account);
  await expect(page).toHaveURL(/\/app\/home$/);
}

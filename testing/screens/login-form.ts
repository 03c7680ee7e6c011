import { expect, type Page } from '@playwright/test';
import type { Credentials } from '../people/account';

export async function fillLogin(page: Page, { login, password }: Credentials): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

export async function signInByForm(page: Page, account: Credentials): Promise<void> {
  await page.goto('/app/login');
  await fillLogin(page, account);
  await expect(page).toHaveURL(/\/app\/home$/);
}

import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { account as calls } from '@/lib/contract/account/account';
import { type Api, newAccount } from '@/testing/people/account';
import { test as base } from './fixtures';

// For the screens where an admin looks after accounts.

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
  account: async ({}, use) => use(await newAccount({ admin: true })),
});

export const password = 'correct horse';
export const newWord = () => `w${randomBytes(6).toString('hex')}`;

/** Creates accounts whose logins begin with a word that no other test uses. */
export async function people(boss: Api, ends: readonly string[], word = newWord()): Promise<string> {
  const body = { state: 'Active', admin: false, password };
  for (const end of ends) await boss.call(calls.create, { body: { ...body, login: word + end } });
  return word;
}

export async function idOf(boss: Api, login: string): Promise<string> {
  const { items } = await boss.call(calls.search, { query: { q: login } });
  return items[0]?.id ?? '';
}

export const logins = (page: Page): Locator => page.locator('tbody').getByRole('link');

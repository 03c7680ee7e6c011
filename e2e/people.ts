import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { newAccount } from '@/testing/people/account';
import { test as base } from './fixtures';

// For the screens where an admin looks after accounts.

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
  account: async ({}, use) => use(await newAccount({ admin: true })),
});

export const newWord = () => `w${randomBytes(6).toString('hex')}`;

export const logins = (page: Page): Locator => page.locator('tbody').getByRole('link');

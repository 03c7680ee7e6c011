import type { Page } from '@playwright/test';
import { adminPaths } from '@/lib/admin-paths';
import { account } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import type { Screen } from '@/testing/screens/screens';

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const appears = (page: Page, role: 'alertdialog' | 'listbox' | 'menu') => page.getByRole(role).waitFor();

const ask = (name: string | RegExp) => async (page: Page) => {
  await click(name)(page);
  await appears(page, 'alertdialog');
};

const sendEmpty = (name: string) => async (page: Page) => {
  await click(name)(page);
  await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).first().waitFor();
};

const choose = (combobox: string, typed: string) => async (page: Page) => {
  const field = page.getByRole('combobox', { name: combobox });
  await field.click();
  await field.fill(typed);
  await page.getByRole('option').first().waitFor();
};

async function makeInvite(page: Page): Promise<void> {
  await page.getByLabel('Password for invites').fill('of the story');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The invite key is ready' }).waitFor();
  await click(/^Note whom/)(page);
}

async function mailAlias(page: Page): Promise<void> {
  await click('E-mail')(page);
  await page.getByRole('textbox', { name: 'Recipients' }).waitFor();
}

async function unfoldAll(page: Page): Promise<void> {
  const look = 'main h3 button[aria-expanded]';
  await page.waitForFunction((folds) => document.querySelector(folds) !== null, look);
  const lines = page.locator(look);
  for (const line of await lines.all()) await line.click();
}

async function openMenu(page: Page): Promise<void> {
  await click(/^Account of/)(page);
  await appears(page, 'menu');
}

const states: Record<string, Omit<Screen, 'isSignedIn'>> = {
  'menu open': { path: paths.home, act: openMenu },
  'alias, wrong': { path: paths.newAlias, act: sendEmpty('Create inbox') },
  'alias, members': { path: paths.newAlias, act: choose('Members', 'gra') },
  'alias, deleting': { path: paths.alias('applications'), act: ask('Delete') },
  'alias, unfolded': { path: paths.alias('applications'), act: unfoldAll },
  'alias, mail': { path: paths.alias('applications'), act: mailAlias },
  "alias, a member's": { path: paths.alias('scans-office-2') },
  received: { path: paths.received },
  'received, a delivery': { path: `${paths.received}?at=application-1` },
  'deliveries, none found': { path: `${paths.deliveries('applications')}&q=nothing-is-called-so` },
  'alias, switched off': { path: paths.alias('old-inbox') },
  'aliases, none found': { path: `${paths.aliases}?q=nothing-is-called-so` },
  'account, wrong': { path: paths.newAccount, act: sendEmpty('Create account') },
  'account, deleting': {
    path: async (as) => {
      const { items } = await as.call(account.search, { query: { q: 'linus' } });
      return paths.account(items[0]?.id ?? '');
    },
    act: ask('Delete account'),
  },
  'accounts, none found': { path: `${paths.accounts}?q=nobody-is-called-so` },
  'invites, no password': { path: paths.newInvite, act: sendEmpty('Create invite key') },
  'invites, a key made': { path: paths.newInvite, act: makeInvite },
  'invites, revoking': { path: paths.newInvite, act: ask(/^Revoke/) },
  'audit, details': { path: paths.audit, act: click(/^Details:/) },
  overview: { path: adminPaths.overview },
  doctor: { path: paths.doctor },
  server: { path: paths.server },
  'audit, none found': { path: `${paths.audit}?q=nothing-is-called-so` },
  'settings, wrong': { path: paths.security, act: sendEmpty('Change password') },
  'settings, time zones': { path: paths.settings, act: choose('Time zone', 'ber') },
};

export const ownerStates: Record<string, Screen> = Object.fromEntries(
  Object.entries(states).map(([name, state]) => [name, { ...state, isSignedIn: true }]),
);

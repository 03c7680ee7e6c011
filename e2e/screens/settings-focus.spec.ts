import type { Locator, Page } from '@playwright/test';
import { token } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { api } from '@/testing/people/account';
import { phoneCode, setUpFactor } from '@/testing/people/totp';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const sectionOf = (page: Page, name: string) => {
  const section = page.getByRole('region', { name, exact: true });
  const button = (label: string) => section.getByRole('button', { name: label, exact: true });
  return { section, button, heading: section.getByRole('heading', { name, exact: true }) };
};

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).press('Enter');

/** Waits for what was to go, so that nothing can take the focus afterwards. */
async function expectFocusAfter(gone: Locator, on: Locator): Promise<void> {
  await expect(gone).toHaveCount(0);
  await expect(on).toBeFocused();
}

test('ended sessions pass the focus on to the next one, and in the end to the heading', async ({
  signedIn: page,
  account,
}) => {
  await api(account);
  await api(account);
  await openPage(page, paths.security);
  const { section, heading, button } = sectionOf(page, 'Sessions');
  const ends = section.getByRole('button', { name: /^End the session of/ });
  await expect(ends).toHaveCount(2);
  await ends.first().press('Enter');
  await expect(ends).toHaveCount(1);
  await expect(ends).toBeFocused();
  await button('End all others').press('Enter');
  await confirm(page, 'Yes, end them');
  await expectFocusAfter(ends, heading);
});

test('forms of the second factor give the focus back to what opened them', async ({
  signedIn: page,
  account,
  as,
}) => {
  const { secret, recoveryCodes } = await setUpFactor(as, account.password);
  await openPage(page, paths.security);
  const { section, button } = sectionOf(page, 'Second factor');
  const password = section.getByLabel('Current password');
  await button('New recovery codes').press('Enter');
  await button('Cancel').press('Enter');
  await expectFocusAfter(password, button('New recovery codes'));
  await button('New recovery codes').press('Enter');
  await password.fill(account.password);
  await section.getByLabel('Code or recovery code').fill(recoveryCodes[0] ?? phoneCode(secret));
  await page.keyboard.press('Enter');
  await button('I have saved them').press('Enter');
  await expectFocusAfter(section.getByRole('listitem'), button('New recovery codes'));

  const keys = sectionOf(page, 'Passkeys');
  await keys.button('Add a passkey').press('Enter');
  await keys.section.getByLabel('Current password').press('Tab');
  await keys.button('Cancel').press('Enter');
  await expectFocusAfter(keys.section.getByLabel('Current password'), keys.button('Add a passkey'));
});

test('a factor that is turned off leaves the focus at its heading', async ({
  signedIn: page,
  account,
  as,
}) => {
  const { recoveryCodes } = await setUpFactor(as, account.password);
  await openPage(page, paths.security);
  const { section, button, heading } = sectionOf(page, 'Second factor');
  await button('Turn off').press('Enter');
  await section.getByLabel('Current password').fill(account.password);
  await section.getByLabel('Code or recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(button('Set up')).toBeVisible();
  await expectFocusAfter(section.getByLabel('Current password'), heading);
});

test('access tokens: the new one gives the focus back, a revoked one passes it on', async ({
  signedIn: page,
  as,
}) => {
  const all = { scopes: ['read'] as const, validity: 60_000_000, networks: [] };
  for (const name of ['a', 'b'])
    await as.call(token.create, { body: { ...all, scopes: [...all.scopes], name } });
  await openPage(page, paths.access);
  const { section, button, heading } = sectionOf(page, 'Access');
  await button('New access token').press('Enter');
  await section.getByLabel('Name').fill('c');
  await page.keyboard.press('Enter');
  await button('Done').press('Enter');
  await expectFocusAfter(button('Done'), button('New access token'));
  await button('Revoke c').press('Enter');
  await confirm(page, 'Yes, revoke it');
  await expectFocusAfter(
    page.getByRole('alertdialog'),
    section.getByRole('button', { name: /^Revoke/ }).first(),
  );
  await expect(button('Revoke c')).toHaveCount(0);
  for (const name of ['a', 'b']) {
    await button(`Revoke ${name}`).press('Enter');
    await confirm(page, 'Yes, revoke it');
    await expect(button(`Revoke ${name}`)).toHaveCount(0);
  }
  await expectFocusAfter(page.getByRole('alertdialog'), heading);
});

test('a saved address and a webhook that isn’t made keep the focus in their parts', async ({
  signedIn: page,
  account,
  as,
}) => {
  await openPage(page, paths.settings);
  const mail = sectionOf(page, 'E-mail');
  await mail.section.getByLabel('E-mail address').fill(`${account.login}@example.org`);
  await mail.section.getByLabel('Current password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect.poll(() => as.call(settings.getEmail, {})).not.toMatchObject({ email: null, pending: null });
  await expectFocusAfter(
    mail.section.getByLabel('Current password'),
    mail.section.getByLabel('E-mail address'),
  );
  await openPage(page, paths.webhooks);
  const hooks = sectionOf(page, 'Webhooks');
  await hooks.button('New webhook').press('Enter');
  await hooks.button('Cancel').press('Enter');
  await expectFocusAfter(hooks.button('Cancel'), hooks.button('New webhook'));
});

import type { Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { admin, TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';

/** A device that has no windows, and always says yes while it is verified. */
async function giveDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

/** Such a browser lists no passkeys below the login field. */
const makeOlder = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

const leave = (page: Page) => page.context().clearCookies({ name: cookieNames.auth });

test.describe('with a device', () => {
  test.use({ isAlone: true });

  test('a passkey is made, renamed, signs in by the login field and by the button, and is removed', async ({
    signedIn: page,
    account,
  }) => {
    const setVerified = await giveDevice(page);
    await openPage(page, paths.security);
    const part = page.getByRole('region', { name: 'Passkeys' });
    await expect(part.getByText('You have no passkeys.')).toBeVisible();
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await part.getByLabel('Name').fill('My laptop');
    await part.getByLabel('Current password').fill('a guess');
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(part.getByText('The current password is wrong.')).toBeVisible();
    await part.getByLabel('Current password').fill(account.password);
    await setVerified(false);
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(part.getByText('No passkey was made.')).toBeVisible();
    await setVerified(true);
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(part.getByText('My laptop')).toBeVisible();
    await expect(part.getByText('never used')).toBeVisible();
    await expect(page.getByText('Passkey added', { exact: true })).toBeVisible();

    await part.getByRole('button', { name: 'Rename My laptop' }).click();
    await part.getByLabel('Name').fill(' ');
    await page.keyboard.press('Enter');
    await expect(part.getByText('must not be blank')).toBeVisible();
    await part.getByLabel('Name').fill('Our laptop');
    await page.keyboard.press('Enter');
    await expect(part.getByRole('button', { name: 'Rename Our laptop' })).toBeFocused();
    await expect(page.getByText('Passkey renamed', { exact: true })).toBeVisible();

    await leave(page);
    await page.goto(paths.login(paths.security));
    await expect(page).toHaveURL(paths.security);
    await expect(part.getByText('last used')).toBeVisible();

    await leave(page);
    await makeOlder(page);
    await openPage(page, paths.login());
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(paths.home);

    await openPage(page, paths.security);
    await part.getByRole('button', { name: 'Remove Our laptop' }).click();
    await part.getByLabel('Current password').fill(account.password);
    await part.getByRole('button', { name: 'Remove Our laptop' }).click();
    await expect(part.getByText('You have no passkeys.')).toBeVisible();
    await leave(page);
    await openPage(page, paths.login());
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey can’t be used here.')).toBeVisible();
  });
});

test('on a phone in German, a passkey meets the demand for a second factor, and the password sends back to it', async ({
  browser,
}) => {
  const server = await (await TestServer.make({ env: { SECOND_FACTOR: 'all' } })).start();
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE', viewport });
  const page = await context.newPage();
  const signIn = async () => {
    await page.getByLabel('Anmeldename', { exact: true }).fill(admin.login);
    await page.getByLabel('Passwort', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
  };
  await giveDevice(page);
  await makeOlder(page);
  await openPage(page, paths.login());
  await signIn();
  await page.getByRole('button', { name: 'Stattdessen einen Passkey hinzufügen' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.home);

  await leave(page);
  await openPage(page, paths.login());
  await signIn();
  await expect(page.getByText('Bitte mit dem Passkey anmelden.')).toBeVisible();
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page).toHaveURL(paths.home);
  await context.close();
  await server.remove();
});

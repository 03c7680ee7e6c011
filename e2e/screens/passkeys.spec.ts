import type { Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { setUpFactor } from '@/testing/people/totp';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { textsIn } from '@/testing/screens/texts';
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

/** Leaves the page first, because its calls would redirect it to the login page. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: cookieNames.auth });
}

test.describe('with a device', () => {
  test.use({ isAlone: true });

  test('a passkey is made, renamed, signs in by field, button and at the code, and is removed', {
    tag: '@everywhere',
  }, async ({ signedIn: page, account, as, t }) => {
    const setVerified = await giveDevice(page);
    await openPage(page, paths.security);
    const part = page.getByRole('region', { name: t('factor.passkeys.title') });
    const press = (name: string) => part.getByRole('button', { name, exact: true }).click();
    const add = t('factor.passkeys.add');
    const password = part.getByLabel(t('factor.password'));
    await expect(part.getByText(t('factor.passkeys.none'))).toBeVisible();
    await press(add);
    await part.getByLabel(t('factor.passkeys.name')).fill('My laptop');
    await password.fill('a guess');
    await press(add);
    await expect(part.getByText(t('errors.settings.passwordWrong'))).toBeVisible();
    await password.fill(account.password);
    await setVerified(false);
    await press(add);
    await expect(part.getByText(t('factor.passkeys.notMade'))).toBeVisible();
    await setVerified(true);
    await press(add);
    await expect(part.getByText('My laptop')).toBeVisible();
    await expect(part.getByText(t('factor.passkeys.neverUsed'))).toBeVisible();
    const lately = (kind: 'passkeyAdded' | 'passkeyRenamed') =>
      page.getByText(t(`settings.lately.event.${kind}`), { exact: true });
    await expect(lately('passkeyAdded')).toBeVisible();

    await press(t('factor.passkeys.rename', { name: 'My laptop' }));
    const name = part.getByLabel(t('factor.passkeys.name'));
    await name.fill(' ');
    await page.keyboard.press('Enter');
    await expect(part.getByRole('alert').filter({ hasText: t('reasons.blank') })).toBeVisible();
    await name.fill('Our laptop');
    await page.keyboard.press('Enter');
    const rename = part.getByRole('button', { name: t('factor.passkeys.rename', { name: 'Our laptop' }) });
    await expect(rename).toBeFocused();
    await expect(lately('passkeyRenamed')).toBeVisible();

    await leave(page);
    await openPage(page, paths.login(paths.security));
    await expect(page).toHaveURL(paths.security);
    await expect(part.getByText(t('factor.passkeys.lastUsed', { when: '' }).trim())).toBeVisible();

    await leave(page);
    await makeOlder(page);
    await openPage(page, paths.login());
    const byPasskey = page.getByRole('button', { name: t('login.passkey.use') });
    await byPasskey.click();
    await expect(page).toHaveURL(paths.home);

    const { recoveryCodes } = await setUpFactor(as, account.password);
    await leave(page);
    await openPage(page, paths.login());
    await fillLogin(page, account, t);
    await expect(page.getByLabel(t('login.second.code'), { exact: true })).toBeFocused();
    await byPasskey.click();
    await expect(page).toHaveURL(paths.home);

    await openPage(page, paths.security);
    const remove = t('factor.passkeys.removeNamed', { name: 'Our laptop' });
    await press(remove);
    await password.fill(account.password);
    await part.getByLabel(t('factor.anyCode')).fill(recoveryCodes[0] ?? '');
    await press(remove);
    await expect(part.getByText(t('factor.passkeys.none'))).toBeVisible();
    await leave(page);
    await openPage(page, paths.login());
    await byPasskey.click();
    await expect(page.getByText(t('errors.passkey.refused'))).toBeVisible();
  });
});

test('on a phone in German, a passkey meets the demand for a second factor, and the password sends back to it', async ({
  browser,
}) => {
  const server = await (await TestServer.make({ env: { SECOND_FACTOR: 'all' } })).start();
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE', viewport });
  const page = await context.newPage();
  const signIn = () => fillLogin(page, admin, textsIn('de'));
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

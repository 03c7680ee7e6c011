import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { auth } from '@/lib/contract/auth';
import { paths } from '@/lib/paths';
import { listening, openPage, reloadPage } from '@/testing/screens/alive';
import { admin, TestServer } from '@/testing/server/test-server';
import { base, service, startSlapd } from '@/testing/service/slapd';
import { expect, test } from '../fixtures';
import {
  alertOf,
  ExternalSignIn,
  forget,
  kinds,
  newPerson,
  secrets,
  sessionOf,
  startedKinds,
} from '../identity/external-sign-in';
import { expelled, openidProvider } from '../identity/openid-provider';

const all = startedKinds();

for (const kind of kinds) {
  test.describe(kind, () => {
    test('the first sign-in makes an account, the second finds it, and both lead to the wanted page', async ({
      page,
    }) => {
      const elsewhere = all[kind];
      const person = newPerson();
      await elsewhere.signIn(page, person);
      await expect(page).toHaveURL(elsewhere.usualPage);
      expect(await elsewhere.accountOf(person)).toMatchObject([
        {
          login: `${person}@${elsewhere.provider.id}`,
          email: `${person}@example.org`,
          admin: false,
          loginCount: 1,
        },
      ]);
      const first = await sessionOf(page);
      expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect((first?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 3600);
      const refreshed = await page.request.post(`${elsewhere.server.url}${auth.session.path}`, { data: {} });
      expect(await refreshed.json()).toMatchObject({
        success: true,
        user: `${person}@${elsewhere.provider.id}`,
      });

      await forget(page);
      await elsewhere.signIn(page, person, '/app/share', { keep: false });
      await expect(page).toHaveURL(`${elsewhere.server.url}/app/share`);
      expect((await sessionOf(page))?.expires).toBe(-1);
      expect(await elsewhere.accountOf(person)).toMatchObject([{ loginCount: 2 }]);
    });

    test('a provider that is down is named, in the reader’s language, and the wanted page is kept', async ({
      browser,
    }) => {
      const elsewhere = all[kind];
      const context = await browser.newContext({ locale: 'de-DE' });
      const page = await context.newPage();
      await openPage(page, `${elsewhere.server.url}/app/login?r=%2Fapp%2Fshare`);
      await elsewhere.provider.stop();
      await page.getByRole('link', { name: `Weiter mit ${elsewhere.provider.name}` }).click();
      await expect(alertOf(page)).toHaveText(
        `${elsewhere.provider.name} ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.`,
      );
      await elsewhere.provider.start();
      await page.getByRole('link', { name: `Weiter mit ${elsewhere.provider.name}` }).click();
      await elsewhere.provider.signIn(page, newPerson());
      await expect(page).toHaveURL(`${elsewhere.server.url}/app/share`);
      await context.close();
    });
  });
}

test.describe('either kind', () => {
  test('a disabled account stays out and is told so', async ({ page }) => {
    const elsewhere = all['OpenID Connect'];
    const person = newPerson();
    await elsewhere.signIn(page, person);
    await expect(page).toHaveURL(elsewhere.usualPage);
    await forget(page);
    const disable = `UPDATE "Account" SET state = 'Disabled' WHERE login = $1`;
    await elsewhere.query(disable, [`${person}@${elsewhere.provider.id}`]);
    await elsewhere.signIn(page, person);
    await expect(alertOf(page)).toContainText('This account is disabled');
    await expect(page).toHaveURL(/\/app\/login\?oauth=1.*r=%2Fapp%2Fuploads/);
    expect(await sessionOf(page)).toBeUndefined();
  });

  test('an account of another source is not taken over by its login', async ({ page }) => {
    const elsewhere = all['OpenID Connect'];
    const person = newPerson();
    const insert = `INSERT INTO "Account" (id, login, admin) VALUES ($1, $2, true)`;
    await elsewhere.query(insert, [person, `${person}@${elsewhere.provider.id}`]);
    await elsewhere.signIn(page, person);
    await expect(alertOf(page)).toContainText('belongs to an account that signs in another way');
    expect(await sessionOf(page)).toBeUndefined();
    expect(await elsewhere.accountOf(person)).toEqual([]);
  });
});

test('a person who lost the group is told so and signed out everywhere, and an admin sees the remaining groups', async ({
  page,
  browser,
}) => {
  const elsewhere = all['OpenID Connect'];
  const person = newPerson();
  await elsewhere.signIn(page, person);
  await expect(page).toHaveURL(elsewhere.usualPage);

  expelled.add(person);
  const context = await browser.newContext({ locale: 'de-DE' });
  const other = await context.newPage();
  await openPage(other, `${elsewhere.server.url}/app/login`);
  await other.getByRole('link', { name: elsewhere.provider.name }).click();
  await elsewhere.provider.signIn(other, person);
  await expect(alertOf(other)).toContainText('gehört nicht zu denen, die sich hier anmelden dürfen');
  await reloadPage(page);
  await expect(page).toHaveURL(/\/app\/login/);

  const [account] = await elsewhere.accountOf(person);
  await other.getByLabel('Anmeldename').fill(admin.login);
  await other.getByLabel('Passwort', { exact: true }).fill(admin.password);
  await other.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(other).not.toHaveURL(/\/app\/login/);
  await openPage(other, `${elsewhere.server.url}${paths.account(String(account?.id))}`);
  await expect(other.getByText('Gruppen bei der letzten Anmeldung')).toBeVisible();
  await expect(other.getByText('makers', { exact: true })).toBeVisible();
  await context.close();
});

test.describe('plain OAuth2', () => {
  test('declining at the provider and a provider that fails half-way are told apart', async ({ page }) => {
    const elsewhere = all['plain OAuth2'];
    const tries = [
      ['nobody', `${elsewhere.provider.name} didn’t sign you in`],
      ['unlucky', `${elsewhere.provider.name} can’t be reached right now`],
    ] as const;
    for (const [person, sentence] of tries) {
      await openPage(page, `${elsewhere.server.url}/app/login`);
      await page.getByRole('link', { name: elsewhere.provider.name }).click();
      await elsewhere.provider.signIn(page, person);
      await expect(alertOf(page)).toContainText(sentence);
      expect(await sessionOf(page)).toBeUndefined();
    }
  });
});

test('neither codes nor secrets of either kind are in the log', () => {
  const { output } = all['OpenID Connect'].server.process; // both have the same server
  expect(output).toContain('login.failed');
  expect(output).not.toMatch(secrets);
});

test.describe('the only way in', () => {
  test('is gone to at once, strangers are refused when sign-up is closed, and nobody signs out', async ({
    page,
  }) => {
    const closed = { HIDE_LOGIN_FORM: 'true', EXTERNAL_SIGNUP: 'closed' };
    const elsewhere = await ExternalSignIn.start(openidProvider, closed);
    const [stranger, known] = [newPerson(), newPerson()];
    // It leads on to the provider, which says nothing of itself.
    await page.goto(`${elsewhere.server.url}/app/uploads`);
    await elsewhere.provider.signIn(page, stranger);
    await expect(alertOf(page)).toContainText('You have no account here, and new accounts can’t be created');
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    expect(await sessionOf(page)).toBeUndefined();

    const insert = `INSERT INTO "Account" (id, login, source, subject) VALUES ($1, $1, 'oauth:idp', $1)`;
    await elsewhere.query(insert, [known]);
    await forget(page);
    await page.goto(`${elsewhere.server.url}/app/uploads`);
    await elsewhere.provider.signIn(page, known);
    await expect(page).toHaveURL(`${elsewhere.server.url}/app/uploads`);
    await listening(page);

    await page.getByRole('button', { name: /^Account of/ }).click();
    const signOut = page.getByRole('menuitem', { name: /^Sign out/ });
    await expect(signOut).toBeDisabled();
    await signOut.hover({ force: true });
    await expect(page.getByText('You are signed in automatically, so')).toBeVisible();
    await elsewhere.stop();
  });
});

test('people of a directory use the form; one that is away is no wrong password, and local accounts go on', async ({
  page,
}) => {
  const slapd = await startSlapd();
  test.skip(!slapd, 'slapd could not be installed');
  if (!slapd) return;
  const [uid, userPassword] = [newPerson(), 'pässword of hers'];
  const entry = { objectClass: ['inetOrgPerson'], uid, cn: uid, sn: uid, userPassword };
  await slapd.admin.add(`uid=${uid},${base}`, entry);
  const ca = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-ca-')), 'ca.pem');
  fs.copyFileSync(slapd.caFile, ca); // slapd takes its files along
  const settings = { LDAP_URL: slapd.tlsUrl, LDAP_CA_FILE: ca, LDAP_BASE: base };
  const server = await TestServer.make({ env: { ...service, ...settings } });
  await server.start();
  const enter = async (login: string, password: string) => {
    await forget(page);
    await openPage(page, `${server.url}/app/login`);
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await enter(uid, 'wrong');
  await expect(alertOf(page)).toContainText('Login or password is wrong');
  await enter(uid, userPassword);
  await expect(page.getByRole('button', { name: `Account of ${uid}` })).toBeVisible();

  await slapd.stop();
  await enter(uid, userPassword);
  await expect(alertOf(page)).toContainText(
    'The directory that checks your password can’t be reached right now',
  );
  await enter(admin.login, admin.password);
  await expect(page.getByRole('button', { name: `Account of ${admin.login}` })).toBeVisible();
  await server.remove();
  fs.rmSync(path.dirname(ca), { recursive: true });
});

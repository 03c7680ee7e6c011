import type { Page } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/http/names';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { type Api, api, onDatabase } from '@/testing/people/account';
import { alive, openPage, reloadPage } from '@/testing/screens/alive';
import { signInByForm } from '@/testing/screens/login-form';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

async function goHome(page: Page, { token }: Api): Promise<void> {
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  await openPage(page, '/app/home');
}

test('preferences chosen here count in another browser, too', async ({ signedIn, account, as, browser }) => {
  await openPage(signedIn, '/app/settings');
  const zone = signedIn.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill('tokyo');
  await signedIn.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(signedIn.getByText('Saved.')).toBeVisible();
  await signedIn.getByRole('radio', { name: 'Dark' }).check();
  await expect(signedIn.locator('html')).toHaveAttribute('data-theme', 'dark');
  await signedIn.getByRole('main').getByLabel('Language').selectOption('de');
  await expect(signedIn.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ theme: 'dark' });

  const elsewhere = await browser.newContext({ locale: 'en-GB', timezoneId: 'America/Lima' });
  const page = await elsewhere.newPage();
  await signInByForm(page, account);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openPage(page, '/app/settings');
  await expect(page.getByRole('combobox', { name: 'Zeitzone' })).toHaveValue('Asia/Tokyo');
  await openPage(page, '/app/settings/security');
  const { items } = await as.call(session.list, {});
  const times = items.map(({ created }) => inTokyo(created));
  for (const time of times) await expect(page.getByText(time).first()).toBeVisible();
  // Answers of calls are in the same language, though this browser asks for another.
  const answer = await page.request.post(settings.setPreferences.path, { data: { theme: 'dark' } });
  expect(await answer.json()).toMatchObject({ message: 'Gespeichert.' });
  await elsewhere.close();
});

const inTokyo = (millis: number) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
    millis,
  );

test('a person without a time zone is asked once whether to use that of the device', async ({
  as,
  browser,
}) => {
  const elsewhere = await browser.newContext({ locale: 'en-GB', timezoneId: 'America/Sao_Paulo' });
  const page = await elsewhere.newPage();
  const question = page.getByRole('region', { name: 'Time zone' });
  await goHome(page, as);
  await expect(question).toContainText('Times are in UTC.');
  await openPage(page, paths.newShare); // whose button stands where the question would
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(question).toBeHidden();
  await openPage(page, '/app/uploads');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await alive(page);
  await expect(question).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await openPage(page, '/app/settings');
  await question.getByRole('button', { name: 'Use America/Sao Paulo' }).click();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Sao Paulo');
  await expect(question).toBeHidden();
  await elsewhere.close();
});

test('an automatic time zone is that of the device', async ({ as, browser }) => {
  await as.call(settings.setPreferences, { body: { timezone: 'auto', language: 'de' } });
  const elsewhere = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
  const page = await elsewhere.newPage();
  await goHome(page, as);
  await openPage(page, '/app/settings');
  const zone = page.getByRole('combobox', { name: 'Zeitzone' });
  await expect(zone).toHaveValue('Automatisch (dieses Gerät: Asia/Tokyo)');
  await openPage(page, '/app/settings/security');
  const { items } = await as.call(session.list, {});
  await expect(page.getByText(inTokyo(items[0]?.created ?? 0)).first()).toBeVisible();
  // The server now renders it from the first paint on.
  const drawn = await (await page.request.get('/app/settings/security')).text();
  expect(drawn).toContain(inTokyo(items[0]?.created ?? 0));
  await elsewhere.close();
});

test('the switches of the top bar are kept with the account', async ({ signedIn, as }) => {
  await openPage(signedIn, '/app/home');
  await signedIn.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ theme: 'dark' });
  await signedIn.getByRole('banner').getByLabel('Language').selectOption('de');
  await expect(signedIn.getByRole('heading', { name: /^Hallo/ })).toBeVisible();
  expect(await as.call(settings.getPreferences, {})).toMatchObject({ language: 'de', theme: 'dark' });
});

test('the keyboard alone chooses a time zone and a theme, and ends all other sessions', async ({
  signedIn,
  account,
  as,
}) => {
  const elsewhere = await api(account);
  await openPage(signedIn, '/app/settings');
  await signedIn.getByRole('main').getByLabel('Language').focus();
  const { keyboard } = signedIn;
  await keyboard.press('Tab');
  await expect(signedIn.getByRole('combobox', { name: 'Time zone' })).toBeFocused();
  await keyboard.type('europe/berl');
  await expect(signedIn.getByRole('option', { name: 'Europe/Berlin' })).toBeVisible();
  await keyboard.press('Enter');
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ timezone: 'Europe/Berlin' });
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(signedIn.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(signedIn.getByRole('radio', { name: 'Light' })).toBeFocused();
  await expect(signedIn.getByRole('radio', { name: 'Light' })).toBeChecked();
  await keyboard.press('ArrowRight');
  await expect(signedIn.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPage(signedIn, '/app/settings/security');
  await signedIn.getByRole('button', { name: 'End all others' }).focus();
  await keyboard.press('Enter');
  await expect(signedIn.getByRole('alertdialog')).toBeVisible();
  const yes = signedIn.getByRole('button', { name: 'Yes, end them' });
  while (!(await yes.evaluate((button) => button === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(signedIn.getByText('All other sessions ended.')).toBeVisible();
  await expect(elsewhere.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
  await reloadPage(signedIn);
  await expect(signedIn).toHaveURL(/\/app\/settings\/security$/);
});

test('a sign-in from a new browser is told by e-mail, and no more once that is switched off', async ({
  account,
  browser,
}) => {
  const email = `${account.login}@example.org`;
  await onDatabase((db) => db.query('UPDATE "Account" SET email = $2 WHERE id = $1', [account.id, email]));
  const enter = async (userAgent?: string) => {
    const context = await browser.newContext({ ...(userAgent && { userAgent }) });
    const page = await context.newPage();
    await signInByForm(page, account);
    return page;
  };
  await enter();
  const page = await enter('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  const subjects = () => mailsTo(email).map((mail) => mail.email.subject);
  await expect.poll(subjects).toEqual(['New sign-in from Firefox on Linux']);
  const link = /\S+\/app\/settings\/security/.exec(mailsTo(email)[0]?.email.text ?? '')?.[0] ?? '';
  await openPage(page, new URL(link).pathname);
  await expect(page.getByText('New sign-in from Firefox on Linux')).toBeVisible();
  await openPage(page, paths.notifications);
  await page.getByRole('switch', { name: 'Someone signs in from a new browser or program' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await enter('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0');
  await expect
    .poll(
      async () =>
        (await onDatabase((db) => db.query('SELECT 1 FROM "Notice" WHERE "accountId" = $1', [account.id])))
          .rowCount,
    )
    .toBe(0);
  expect(subjects()).toEqual(['New sign-in from Firefox on Linux', 'You are no longer told of new sign-ins']);
});

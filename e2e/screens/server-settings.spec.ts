import { expect, type Page, test } from '@playwright/test';
import { adminPaths } from '@/lib/admin-paths';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { paths } from '@/lib/paths';
import { MailSink } from '@/testing/network/mail-sink';
import { api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { countClicks } from '@/testing/screens/count-clicks';
import { fillLogin } from '@/testing/screens/login-form';
import { admin, TestServer } from '@/testing/server/test-server';
import { newPerson } from '../identity/external-sign-in';
import { client } from '../identity/identity-provider';
import { openidProvider } from '../identity/openid-provider';

let server: TestServer;
let sink: MailSink;

test.use({ locale: 'en-GB' });
test.beforeAll(async () => {
  server = await (await TestServer.make({ env: { FOOTER_TEXT: 'From the environment' } })).start();
  sink = await MailSink.open();
});
test.afterAll(async () => {
  await server.remove();
  await sink.close();
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
};
const prove = (page: Page) => page.getByLabel('Current password').fill(admin.password);
/** As an admin does, by the list beside the page. */
const goTo = async (page: Page, room: string) => {
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: room, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: room, exact: true })).toBeVisible();
};

test('a new server is set up in one card, from the first sign-in to a mailed link, in at most twelve clicks', async ({
  page,
}) => {
  const clicks = await countClicks(page.context());
  await openPage(page, `${server.url}${paths.login()}`);
  await fillLogin(page, admin);
  const card = section(page, 'Set up this server');
  await expect(card.getByText('You are at this address.')).toBeVisible();
  const address = card.getByRole('textbox', { name: 'Public address' });
  await address.fill('http://127.0.0.1:9');
  await card.getByLabel('Your name').fill('Harbour master');
  await card.getByLabel('E-mail address', { exact: true }).fill('boss@example.org');
  await card.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await card.getByLabel('Port').fill(new URL(sink.url).port);
  await card.getByLabel('Encryption').selectOption({ label: 'STARTTLS, if offered' });
  await card.getByLabel('Sender').fill('Harbour <harbour@example.org>');
  await prove(page);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByText(/http:\/\/127\.0\.0\.1:9 doesn’t lead to this server/)).toBeVisible();
  const elsewhere = `http://127.0.0.1:${server.port}`;
  await address.fill(elsewhere);
  await card.getByLabel('Send a test to').fill('crew@example.org');
  await card.getByRole('button', { name: 'Send test' }).click();
  await expect(card.getByText('Test e-mail sent.')).toBeVisible();
  expect(sink.for('crew@example.org')).toHaveLength(1);
  expect(sink.for('crew@example.org')[0]?.from).toBe('harbour@example.org');
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Almost done: open the link that was mailed to this address.')).toBeVisible();

  await card.getByRole('link', { name: /Send a test share/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('# Boats leave at nine');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Recipients' }).click();
  await page.getByRole('checkbox', { name: 'One link for all' }).check();
  await page.getByRole('textbox', { name: 'Recipients' }).fill('guest@example.org');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to one person.')).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(12);
  const [mailed = ''] =
    /http\S+\/app\/open\/\S+/.exec(sink.for('guest@example.org')[0]?.email.text ?? '') ?? [];
  expect(mailed).toContain(`${elsewhere}/`);

  await expect.poll(() => sink.for('boss@example.org').length).toBe(1);
  const [link = ''] =
    /http\S+\/app\/confirm#\S+/.exec(sink.for('boss@example.org')[0]?.email.text ?? '') ?? [];
  expect(link).toContain(`${elsewhere}/`);
  await openPage(page, link);
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
  await page.context().clearCookies();
  await openPage(page, mailed);
  await expect(page.getByRole('heading', { name: 'Boats leave at nine' })).toBeVisible();
  await expect(page.getByText('Harbour master', { exact: true })).toBeVisible();
});

test('what the environment sets is locked, and another name of the server shows at once', async ({
  page,
}) => {
  await openPage(page, `${server.url}${paths.login(adminPaths.serverRoom('mail'))}`);
  await fillLogin(page, admin);
  await goTo(page, 'Appearance');
  const look = section(page, 'Appearance');
  await expect(look.getByLabel('Text of the footer')).toBeDisabled();
  await expect(look.getByText('Set by FOOTER_TEXT in the environment of the server.')).toBeVisible();
  await look.getByLabel('Name of this installation').fill('Harbour');
  await save(page);
  await expect(page.getByRole('banner').getByText('Harbour')).toBeVisible();
});

test('a provider is added and tried in the browser, and people sign in by it at once', async ({ page }) => {
  await openPage(page, `${server.url}${paths.login(adminPaths.serverRoom('signin'))}`);
  await fillLogin(page, admin);
  const providers = section(page, 'Sign-in providers');
  await providers.getByRole('button', { name: 'Add a provider' }).click();
  const field = (name: string) => providers.getByLabel(name, { exact: true });
  const hint = await providers.getByText(/^Register there: /).textContent();
  const { origin } = new URL(/http\S+/.exec(hint ?? '')?.[0] ?? '');
  const provider = await openidProvider(origin);
  await field('Name on the button').fill(provider.name);
  await field('Short name').fill(provider.id);
  await field('Issuer (OpenID Connect)').fill('http://127.0.0.1:9');
  await field('Client ID').fill(client.clientId);
  await field('Client secret').fill(client.clientSecret);
  await prove(page);
  await providers.getByRole('button', { name: 'Save and try' }).click();
  await expect(providers.getByText(`${provider.name} can’t be reached right now`)).toBeVisible();
  await field('Issuer (OpenID Connect)').fill(String(provider.entry.issuer));
  await providers.getByRole('button', { name: 'Save and try' }).click();
  await expect(page.getByText(/Enter the password of “Providers” again/)).toBeVisible();
  await expect(providers.getByText(/can’t be reached/)).toHaveCount(0);
  await field('Client secret').fill(client.clientSecret);
  await providers.getByRole('button', { name: 'Save and try' }).click();
  await expect(providers.getByText('The provider answers.')).toBeVisible();
  await field('Field with a person’s groups').fill('groups');
  await field('Groups of admins').fill('bosses; heads');
  await save(page);
  const { items } = await (await api(admin, server.url)).call(serverSettings.list, {});
  const stored = items.find(({ name }) => name === 'OAUTH_PROVIDERS')?.value ?? '';
  expect(JSON.parse(stored)).toMatchObject([{ groupsKey: 'groups', adminGroups: ['bosses', 'heads'] }]);

  await page.context().clearCookies();
  await openPage(page, `${origin}${paths.login()}`);
  await page.getByRole('link', { name: `Continue with ${provider.name}` }).click();
  await provider.signIn(page, newPerson());
  await expect(page).toHaveURL(`${origin}${paths.home}`);
  await provider.stop();
});

test('a directory is set and tried in the browser, and its password stays with its address', async ({
  page,
}) => {
  await openPage(page, `${server.url}${paths.login(adminPaths.serverRoom('signin'))}`);
  await fillLogin(page, admin);
  const directory = section(page, 'Directory');
  const field = (name: string) => directory.getByLabel(name, { exact: true });
  await field('Address of the directory').fill('ldap://127.0.0.1:9');
  await field('Where people and groups are').fill('dc=example,dc=org');
  await field('Account that searches').fill('cn=slipway,dc=example,dc=org');
  await field('Password of that account').fill('whispered-bind');
  await directory.getByRole('button', { name: 'Save and try' }).click();
  await expect(page.getByText('Please fill in every field.')).toBeVisible();
  await prove(page);
  await directory.getByRole('button', { name: 'Save and try' }).click();
  await expect(directory.getByRole('alert')).toContainText('ldap://127.0.0.1:9');
  await expect(field('Password of that account')).toHaveValue('');
  await field('Address of the directory').fill('ldap://127.0.0.1:10');
  await directory.getByRole('button', { name: 'Save and try' }).click();
  await expect(page.getByText(/Enter the password of “Address of the directory” again/)).toBeVisible();
  await field('Password of that account').fill('whispered-bind');
  await save(page);
  await goTo(page, 'General');
  const scan = section(page, 'Virus scan');
  await scan
    .getByLabel('While the scanner is unavailable')
    .selectOption({ label: 'Let files through, with a mark' });
  await prove(page);
  await scan.getByRole('button', { name: 'Save and try' }).click();
  await expect(scan.getByText('Not set up (CLAMD).')).toBeVisible();
});

test('visitors see logo, colour, announcement and legal pages at once, in the languages that are offered', async ({
  page,
}) => {
  await openPage(page, `${server.url}${paths.login(adminPaths.serverRoom('look'))}`);
  await fillLogin(page, admin);
  const look = section(page, 'Appearance');
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="40"><script>alert(1)</script></svg>';
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml' };
  await look
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ ...logo, buffer: Buffer.alloc(1024 * 1024 + 1) });
  await expect(look.getByText('This picture is larger than 1 MB.')).toBeVisible();
  await look.getByLabel('Logo', { exact: true }).setInputFiles({ ...logo, buffer: Buffer.from(drawing) });
  await expect(look.locator('img')).toHaveAttribute('src', /^\/brand\/[0-9a-f]{32}$/);
  const light = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"/>');
  await look.getByLabel('Logo on dark pages').setInputFiles({ ...logo, buffer: light });
  await expect(look.locator('img')).toHaveCount(2);
  await look.getByLabel('Colour', { exact: true }).fill('#ffd400');
  await look.getByRole('checkbox', { name: 'Deutsch' }).uncheck();
  await save(page);
  await goTo(page, 'General');
  await section(page, 'Announcement').getByLabel('Text', { exact: true }).fill('Closed on **Monday**');
  await save(page);
  await goTo(page, 'Legal pages');
  await section(page, 'Legal pages').getByLabel('Imprint').fill('# Harbour Ltd');
  await save(page);

  await page.context().clearCookies();
  await openPage(page, `${server.url}${paths.login()}`);
  await expect(page.getByRole('complementary').locator('strong')).toHaveText('Monday');
  const picture = page.getByRole('main').locator('img').filter({ visible: true });
  expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
    640,
  );
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(256);
  await expect(page.getByLabel('Language').getByRole('option', { name: 'Deutsch' })).toHaveCount(0);
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  );
  expect(accent).toMatch(/^#[0-9a-f]{6}$/);
  expect(accent).not.toBe('#ffd400'); // too light to be read on a light page
  await expect(page.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', paths.legal('imprint'));
  await openPage(page, `${server.url}${paths.legal('imprint')}`);
  await expect(page.getByRole('heading', { name: 'Harbour Ltd' })).toBeVisible();
  expect((await openPage(page, `${server.url}${paths.legal('privacy')}`))?.status()).toBe(404);
});

test('addresses of the one page that held all settings lead to their rooms', async ({ page }) => {
  await openPage(page, `${server.url}${paths.login(paths.server)}`);
  await fillLogin(page, admin);
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible();
  await openPage(page, `${server.url}${paths.home}`);
  await openPage(page, `${server.url}${paths.server}#directory`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}${adminPaths.serverRoom('signin')}#directory`);
});

test('a phone has the list of admins’ pages folded above the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${server.url}${paths.login(paths.server)}`);
  await fillLogin(page, admin);
  const list = page.getByRole('navigation', { name: 'Admin' });
  await expect(list.getByRole('link')).toHaveCount(0);
  await list.getByRole('button', { name: 'Admin: General' }).click();
  await list.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible();
  await expect(list.getByRole('link')).toHaveCount(0);
});

test('a room of settings that there isn’t is not found, by an address or by hand', async ({ page }) => {
  await openPage(page, `${server.url}${paths.login()}`);
  await fillLogin(page, admin);
  await expect(page).toHaveURL(`${server.url}${paths.home}`);
  for (const room of ['nothing', 'toString', 'Mail']) {
    const answer = await openPage(page, `${server.url}${adminPaths.serverRoom(room)}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'There’s nothing here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  }
});

test('an admin sees the server at a look, and goes on from each figure', async ({ page }) => {
  await openPage(page, `${server.url}${paths.login(adminPaths.overview)}`);
  await fillLogin(page, admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const health = section(page, 'Health');
  await expect(health.getByText(/need.* your attention\.$/)).toBeVisible();
  const figures = page.getByRole('main').getByRole('list').filter({ hasText: 'Storage used' });
  for (const [figure, title] of [
    [/^Accounts \d/, 'Accounts'],
    [/^Storage used .+ free$/, 'Accounts'],
    [/^Active links \d/, 'Shares'],
    [/^Active inboxes \d/, 'Inboxes'],
    [/^Reports waiting 0/, 'Reports'],
  ] as const) {
    await figures.getByRole('link', { name: figure }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  }
  await health.getByRole('link', { name: 'All checks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
});

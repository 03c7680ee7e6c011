import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type Api, api } from '@/testing/people/account';
import { expectedOf, importSample } from '@/testing/people/imported-sample';
import { openPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { admin, TestServer } from '@/testing/server/test-server';
import { arrived, few, received } from '../sender';

type ExpectedShares = {
  shares: { linkId: string; password: string | null; files: { name: string; sha256: string }[] }[];
  accounts: { login: string; password: string | null }[];
  aliases: { enabled: boolean; owner: string; oldPages: string[] }[];
};
const [pingvin, plik] = [expectedOf<ExpectedShares>('pingvin'), expectedOf<ExpectedShares>('plik')];
const shareOf = ({ shares }: ExpectedShares, linkId: string) => {
  const found = shares.find((one) => one.linkId === linkId);
  if (!found) throw new Error(`The sample has no ${linkId}.`);
  return found;
};

let server: TestServer;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await (await TestServer.make()).start();
  for (const name of ['pingvin', 'plik']) await importSample(server, name, admin.login);
});
test.afterAll(() => server.remove());

const open = (page: Page, old: string) => openPage(page, server.url + old);
const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectDownload(page: Page, { name, sha256 }: { name: string; sha256: string }): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${name}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  const bytes = fs.readFileSync(await download.path());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
}

test('a link that Pingvin Share gave out opens here: the picture shows, and its files download', async ({
  page,
}) => {
  const { files } = shareOf(pingvin, 'B1nyifDt');
  await open(page, '/share/B1nyifDt');
  await expect(page.getByRole('heading', { level: 1, name: 'Urlaub' })).toBeVisible();
  await fileButton(page, 'photo.png').click();
  await expect(page.getByRole('img', { name: 'photo.png' })).not.toHaveJSProperty('naturalWidth', 0);
  await page.keyboard.press('Escape');
  for (const file of files) await expectDownload(page, file);
});

test('its password is asked for and opens it, wrong ones don’t', async ({ page }) => {
  const { files, password } = shareOf(pingvin, 'NHT4kyVL');
  await open(page, '/s/NHT4kyVL');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('clave');
  await field.press('Enter');
  await expect(page.getByText('Password invalid.')).toBeVisible();
  await field.fill(password ?? '');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contrato' })).toBeVisible();
  for (const file of files) await expectDownload(page, file);
});

test('links of Plik with an address behind # lead to the share, password and all', async ({ page }) => {
  const { files, password } = shareOf(plik, 'AcZVmLFQmqOxF0aR');
  await openPage(page, `${server.url}/#/?id=AcZVmLFQmqOxF0aR`);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(password ?? '');
  await field.press('Enter');
  for (const file of files) await expectDownload(page, file);
});

test('somebody sends into an old reverse share, and its owner signs in as before and has it', async ({
  page,
}) => {
  const inbox = pingvin.aliases.find(({ enabled }) => enabled);
  const owner = pingvin.accounts.find(({ login }) => login === inbox?.owner);
  const folder = new LocalFolder('late', few);
  await open(page, inbox?.oldPages[0] ?? '');
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Send 4 files' }).click();
  await expect(arrived(page)).toBeVisible();
  const as: Api = await api({ login: owner?.login ?? '', password: owner?.password ?? '' }, server.url);
  const sums = await Promise.all(
    (await received(as)).map((shareId) => arrivedSums(as, server.url, shareId).catch(() => null)),
  );
  expect(sums).toContainEqual(folder.sums);
  folder.remove();
});

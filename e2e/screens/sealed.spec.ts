import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Download, Locator, Page, Request } from '@playwright/test';
import type { Scope } from '@/lib/contract/http/scope';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { CommandHome } from '@/testing/people/cli';
import { openByCommand, sumsIn } from '@/testing/people/sealed-share';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

test.use({ isAlone: true, serviceWorkers: 'allow', permissions: ['clipboard-read', 'clipboard-write'] });

const secrets = ['Merger', 'merger', 'plan.md', 'trip/raw', 'Nobody else'];

/** What a page has sent: addresses, headers, bodies. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => {
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    sent.push(request.url(), JSON.stringify(request.headers()), body);
  });
  return sent;
}

async function sealFolder(page: Page, folder: LocalFolder): Promise<string> {
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Merger');
  await page.getByRole('textbox', { name: 'Message' }).fill('**Nobody else** may read this.');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: /^Encrypt it/ }).check();
  await expect(page.getByText(/The link contains the key/)).toBeVisible();
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  const open = page.getByRole('region', { name: 'Public link' }).getByRole('link', { name: 'Open' });
  return (await open.getAttribute('href')) ?? '';
}

async function visit(browser: Browser, link: string, script = ''): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'allow' });
  await context.addInitScript(script);
  const page = await context.newPage();
  await openPage(page, link);
  return page;
}

async function saved(page: Page, link: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await download.failure()).toBeNull();
  return download;
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function unpackedSums(download: Download): Promise<Map<string, string>> {
  const target = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-sealed-'));
  execFileSync('unzip', ['-q', await download.path(), '-d', target]);
  const files = fs.readdirSync(target, { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => fs.statSync(path.join(target, file)).isFile());
  const sums = new Map(found.map((file) => [file, sumOf(fs.readFileSync(path.join(target, file)))]));
  fs.rmSync(target, { recursive: true });
  return sums;
}

test('an encrypted share leaves the browser without names, words or key, and opens by its whole link', async ({
  signedIn,
  as,
  browser,
}) => {
  const folder = new LocalFolder('trip', { 'raw/film.bin': 3_000_000, 'empty.txt': 0, 'a.bin': 65_536 });
  folder.add('plan.md', Buffer.from('# Buy it\n\nAll of it.'));
  const sent = recordRequests(signedIn);
  const link = await sealFolder(signedIn, folder);
  const [, key = ''] = /#k=([\w-]{43})$/.exec(link) ?? [];
  expect(key).not.toBe('');
  for (const secret of [...secrets, key, 'Buy it']) {
    expect(
      sent.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  }
  const { items } = await as.call(share.search, { query: {} });
  const detail = await as.call(share.get, { params: { id: items[0]?.id ?? '' } });
  expect(detail).toMatchObject({ e2ee: 'v1', name: null, title: null, descriptionRaw: null });
  for (const file of detail.files) {
    expect(file).toMatchObject({ path: '', mimetype: 'application/octet-stream', lastModified: null });
    expect(file.filename).toMatch(/^[0-9a-f]{32}\.sealed$/);
  }

  const visitor = await visit(browser, link);
  const asked = recordRequests(visitor);
  await expect(visitor.getByRole('heading', { name: 'Merger' })).toBeVisible();
  await expect(visitor.getByText('Nobody else')).toBeVisible();
  const all = visitor.getByRole('link', { name: /^Download all/ });
  const zip = await saved(visitor, all);
  expect(zip.suggestedFilename()).toBe('Merger.zip');
  const sums = await unpackedSums(zip);
  expect([...folder.sums].filter(([name, sum]) => sums.get(name) !== sum)).toEqual([]);
  const one = await saved(visitor, visitor.getByRole('link', { name: 'Download film.bin' }));
  expect(one.suggestedFilename()).toBe('film.bin');
  expect(sumOf(fs.readFileSync(await one.path()))).toBe(folder.sums.get('trip/raw/film.bin'));
  await visitor.getByRole('button', { name: 'plan.md', exact: true }).click();
  await expect(visitor.getByRole('dialog').getByText('All of it.')).toBeVisible();
  for (const secret of [...secrets, key]) {
    expect(
      asked.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  }
  await visitor.context().close();
  const byCommand = await openByCommand(link);
  expect([...folder.sums].filter(([name, sum]) => byCommand[name] !== sum)).toEqual([]);

  // Ticked beside the new link, the key outlives the tab.
  await signedIn.getByRole('checkbox', { name: 'Keep the key in this browser' }).check();
  await signedIn.getByRole('link', { name: 'Go to share' }).click();
  await expect(signedIn).toHaveURL(/\/app\/upload\//);
  await expect(signedIn.getByRole('checkbox', { name: 'Keep the key in this browser' })).toBeChecked();
  await reloadPage(signedIn);
  await expect(signedIn.getByRole('heading', { name: 'Merger' })).toBeVisible();
  folder.remove();
});

test('an owner without the key can neither copy the link nor add a file, of which no byte would be encrypted', async ({
  signedIn: page,
}) => {
  const folder = new LocalFolder('trip', { 'a.bin': 1000 });
  const link = await sealFolder(page, folder);
  await page.getByRole('link', { name: 'Go to share' }).click();
  await expect(page).toHaveURL(/\/app\/upload\//);
  await expect(page.getByRole('heading', { name: 'Merger' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Add files' })).toBeVisible();
  await reloadPage(page);
  await expect(page.getByText('Without the key the link opens nothing.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Add files' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await page.getByLabel('Link or key', { exact: true }).fill(link);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  folder.remove();
});

test('a file that is removed leaves no name behind', async ({ signedIn: page }) => {
  const folder = new LocalFolder('trip', { 'a.bin': 1000, 'b.bin': 2000 });
  await sealFolder(page, folder);
  await page.getByRole('link', { name: 'Go to share' }).click();
  await expect(page).toHaveURL(/\/app\/upload\//);
  await page.getByRole('button', { name: 'Delete a.bin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes do it' }).click();
  await expect(page.getByRole('link', { name: 'Download a.bin' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Download b.bin' })).toBeVisible();
  await expect(page.getByText('a.bin')).toHaveCount(0);
  folder.remove();
});

test('a link that is copied on another page has its key', async ({ signedIn: page }) => {
  const folder = new LocalFolder('trip', { 'film.bin': 6_000_000 });
  page.on('dialog', (dialog) => dialog.accept());
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: /^Encrypt it/ }).check();
  const isFilm = (request: Request) => request.method() === 'PATCH';
  const letGo = await hold(page, '**/files/tus/**', isFilm);
  const begun = page.waitForRequest(isFilm);
  await page.getByRole('button', { name: 'Get link' }).click();
  await begun;
  await page.getByRole('banner').getByRole('link', { name: 'Slipway' }).click();
  const pill = page.getByRole('complementary', { name: 'Uploads' });
  await expect(pill).toBeVisible();
  letGo();
  const copy = pill.getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText('')); // the link was copied at the start, too
  await copy.click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/\/app\/open\/[^#]+#k=[\w-]{43}$/);
  folder.remove();
});

test('a share encrypted by the command opens in a browser', async ({ as, browser }) => {
  const body = {
    name: 'cli',
    scopes: ['upload', 'read', 'manage'] as Scope[],
    validity: 3_600_000,
    networks: [],
  };
  const made = await as.call(token.create, { body });
  const home = new CommandHome({ SLIPWAY_URL: running().url, SLIPWAY_TOKEN: made.token ?? '' });
  home.write('papers/böse Zahlen.bin', randomBytes(300_000));
  home.write('papers/full records.bin', randomBytes(131_072));
  const { out } = await home.run(['send', '--seal', 'papers', '--name', 'Merger']);
  const visitor = await visit(browser, out.trim());
  await expect(visitor.getByRole('heading', { name: 'Merger' })).toBeVisible();
  const sums = await unpackedSums(await saved(visitor, visitor.getByRole('link', { name: /^Download all/ })));
  expect(Object.fromEntries(sums)).toEqual(
    Object.fromEntries(
      Object.entries(sumsIn(home.file('papers'))).map(([name, sum]) => [`papers/${name}`, sum]),
    ),
  );
  await visitor.context().close();
  home.remove();
});

test('without the key nothing opens, a cut or wrong key is reported, and the owner adds files with it', async ({
  signedIn,
  browser,
}) => {
  const folder = new LocalFolder('trip', { 'a.bin': 100_000 });
  const link = await sealFolder(signedIn, folder);
  const [address = '', key = ''] = link.split('#k=');
  const visitor = await visit(browser, address);
  await expect(visitor.getByRole('heading', { name: 'This share is end-to-end encrypted' })).toBeVisible();
  await expect(visitor.getByText('a.bin')).toHaveCount(0);
  const field = visitor.getByLabel('Link or key', { exact: true });
  await field.fill(key.slice(0, -1));
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByText(/This link is incomplete/)).toBeVisible();
  await field.fill(`${address}#k=${'A'.repeat(43)}`);
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByText(/doesn’t open the share/)).toBeVisible();
  await field.fill(link);
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('heading', { name: 'Merger' })).toBeVisible();
  await visitor.context().close();

  await signedIn.getByRole('link', { name: 'Go to share' }).click();
  await expect(signedIn).toHaveURL(/\/app\/upload\//);
  await expect(signedIn.getByRole('heading', { name: 'Merger' })).toBeVisible();
  await reloadPage(signedIn);
  await expect(signedIn.getByRole('heading', { name: 'Encrypted share' })).toBeVisible();
  await signedIn.getByLabel('Link or key', { exact: true }).fill(link);
  await signedIn.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(signedIn.getByRole('heading', { name: 'Merger' })).toBeVisible();
  await signedIn.getByRole('checkbox', { name: 'Keep the key in this browser' }).check();
  const more = new LocalFolder('more', { 'b.bin': 50_000 });
  await signedIn.getByRole('tab', { name: 'Add files' }).click();
  await drop(signedIn, [more.path]);
  await signedIn.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(signedIn.getByRole('link', { name: 'Download b.bin' })).toBeVisible();
  await reloadPage(signedIn);
  await expect(signedIn.getByRole('link', { name: 'Download b.bin' })).toBeVisible();
  for (const one of [folder, more]) one.remove();
});

test('a link with a key opens nothing where the server says that nothing is encrypted', async ({
  as,
  browser,
}) => {
  const { linkId } = await sharedFiles(as, [samples.txt]);
  const visitor = await visit(browser, paths.open(linkId));
  await expect(visitor.getByText(samples.txt.name)).toBeVisible();
  await openPage(visitor, `${paths.open(linkId)}?whole#k=${'A'.repeat(43)}`);
  await expect(visitor.getByRole('heading', { name: 'This share should be encrypted' })).toBeVisible();
  await expect(visitor.getByText(samples.txt.name)).toHaveCount(0);
  await visitor.context().close();
});

test('no view is spent before a browser that can open the share has a key that fits', async ({
  signedIn,
  as,
  browser,
}) => {
  const folder = new LocalFolder('trip', { 'a.bin': 1000 });
  const link = await sealFolder(signedIn, folder);
  const views = async () => (await as.call(share.search, { query: {} })).items[0]?.views;
  const without = await visit(browser, link, 'delete Navigator.prototype.serviceWorker');
  await expect(without.getByText(/doesn’t let pages use service workers/)).toBeVisible();
  const visitor = await visit(browser, link.replace(/#.*/, ''));
  const field = visitor.getByLabel('Link or key', { exact: true });
  const another = `k=${'A'.repeat(43)}`;
  await field.fill(another);
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByText(/doesn’t open the share/)).toBeVisible();
  await expect(field).toHaveValue(another);
  await expect(field).toBeFocused();
  expect(await views()).toBe(0);
  await field.fill(`Key: ${link.split('#k=')[1]}.`);
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('heading', { name: 'Merger' })).toBeVisible();
  expect(await views()).toBe(1);
  for (const page of [without, visitor]) await page.context().close();
  folder.remove();
});

test('a file that no worker answers for any more is said not to be saved', async ({ signedIn, browser }) => {
  const folder = new LocalFolder('trip', { 'a.bin': 1000 });
  const visitor = await visit(browser, await sealFolder(signedIn, folder));
  const download = visitor.getByRole('link', { name: 'Download a.bin' });
  await expect(download).toBeVisible();
  await visitor.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  });
  await download.click();
  await expect(visitor.getByText(/^The download stopped/)).toBeVisible();
  await visitor.context().close();
  folder.remove();
});

const diskFiles = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder: unknown = await root.getDirectoryHandle('sealed-downloads', { create: true });
    let count = 0;
    for await (const _ of (folder as { keys: () => AsyncIterable<string> }).keys()) count++;
    return count;
  });

test('where workers can’t save, as in Safari, a large file goes by way of the disk, and the next visit cleans up', async ({
  signedIn,
  browser,
}) => {
  const folder = new LocalFolder('trip', { 'film.bin': 20_000_000, 'a.bin': 1000 });
  const link = await sealFolder(signedIn, folder);
  const asSafari = "Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' })";
  const visitor = await visit(browser, link, asSafari);
  for (const name of ['film.bin', 'a.bin']) {
    const one = await saved(visitor, visitor.getByRole('link', { name: `Download ${name}` }));
    expect(one.suggestedFilename()).toBe(name);
    expect(sumOf(fs.readFileSync(await one.path()))).toBe(folder.sums.get(`trip/${name}`));
  }
  expect(await diskFiles(visitor)).toBe(1);
  const other = await visitor.context().newPage();
  await openPage(other, link);
  await expect(other.getByRole('heading', { name: 'Merger' })).toBeVisible();
  expect(await diskFiles(other)).toBe(1); // the first page may still save it
  await visitor.close();
  await reloadPage(other);
  await expect.poll(() => diskFiles(other)).toBe(0);
  await other.context().close();
  folder.remove();
});

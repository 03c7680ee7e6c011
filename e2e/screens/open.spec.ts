import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { samples, sharedFiles, viewsOf } from '@/testing/people/shared-files';
import { alive, openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const { png, txt, zip } = samples;

const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const detailCall = /\/api\/v2\/open\/share\/[^/]+$/;

test('a visit is one view, whatever is reloaded and looked at', async ({ page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt]);
  let calls = 0;
  page.on('request', (request) => (calls += Number(detailCall.test(request.url()))));
  await openPage(page, paths.open(linkId));
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  const expiry = page.getByText(/^expires in \d+ \w+$/);
  await expect(expiry).toHaveAttribute('title', /\d{4} at \d\d:\d\d UTC$/);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect([calls, await viewsOf(as, shareId)]).toEqual([1, 1]);

  await reloadPage(page);
  await fileButton(page, 'notes.txt').click();
  await expect(page.getByText('Grüße aus dem Hafen')).toBeVisible();
  // The page has brought the share along.
  expect([calls, await viewsOf(as, shareId)]).toEqual([1, 1]);
});

test('a lost answer is asked for again and spends one view, a refusal is not', async ({ page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  let calls = 0;
  await page.route(detailCall, async (route) => {
    if (++calls > 1) return route.continue();
    const { pathname, search } = new URL(route.request().url());
    await raw('GET', pathname + search, { headers: route.request().headers() });
    await route.abort('failed');
  });
  await openPage(page, paths.open(linkId));
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  expect([calls, await viewsOf(as, shareId)]).toEqual([2, 1]);

  await page.route(detailCall, (route) => {
    calls++;
    return route.fulfill({
      status: 503,
      json: { success: false, message: 'Later', code: 'server.unavailable' },
    });
  });
  // Within the visit nothing would be asked.
  await page.context().clearCookies();
  await reloadPage(page);
  await expect(page.getByText('Later', { exact: true })).toBeVisible();
  expect(calls).toBe(3);
  await page.unroute(detailCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
});

test('fetching the page shows sender, title and number, no file and no address, and spends no view', async ({
  as,
  account,
}) => {
  const description = '# Quarterly plans\nbelow the title';
  const { shareId, linkId } = await sharedFiles(as, [txt, png], { description });
  const { status, json } = await raw('GET', paths.open(linkId));
  expect(status).toBe(200);
  for (const told of [`From ${account.login}`, '1 photo', '1 document', 'Quarterly plans', 'Download all ('])
    expect(json).toContain(told);
  expect(json).toMatch(/expires in \d/);
  expect(json).toContain('noindex');
  expect(json).toContain('needs JavaScript');
  for (const kept of ['notes.txt', 'below the title', '/zip', '/file/', `/share/${linkId}`])
    expect(json).not.toContain(kept);
  await as.call(share.setPassword, { params: { id: shareId }, body: { value: 'x' } });
  const locked = String((await raw('GET', paths.open(linkId))).json);
  for (const kept of ['1 photo', 'Quarterly plans', 'Download all (8']) expect(locked).not.toContain(kept);
  expect(locked).not.toMatch(/expires in \d/);
  expect(await viewsOf(as, shareId)).toBe(0);
});

test('a locked share asks for its password once', async ({ page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt], { password: 'hunter2 ä' });
  await openPage(page, paths.open(linkId));
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('wrong');
  await field.press('Enter');
  await expect(page.getByText('Password invalid.')).toBeVisible();
  await expect(field).toBeFocused();
  expect(await viewsOf(as, shareId)).toBe(0);

  await page.keyboard.type('hunter2 ä');
  await page.keyboard.press('Enter');
  await fileButton(page, 'dot.png').click();
  await expect(page.getByRole('img', { name: 'dot.png' })).toHaveJSProperty('naturalWidth', 1);

  await reloadPage(page);
  await expect(fileButton(page, 'dot.png')).toBeVisible();
  expect(await viewsOf(as, shareId)).toBe(1);
});

test('an expired and a used-up link say so; an unknown and a withdrawn one say the same', async ({
  browser,
  as,
}) => {
  const withdrawn = await sharedFiles(as, [txt]);
  await as.call(share.unpublish, { params: { id: withdrawn.shareId } });
  const expired = await sharedFiles(as, [txt], { validity: 1000 });
  const usedUp = await sharedFiles(as, [txt], { maxViews: 1 });
  await raw('GET', `/api/v2/open/share/${usedUp.linkId}`);
  await expect.poll(async () => (await raw('GET', paths.open(expired.linkId))).status).toBe(404);

  const said = [];
  for (const [linkId, title] of [
    ['nobody-ever-made-this', 'This link doesn’t work'],
    [withdrawn.linkId, 'This link doesn’t work'],
    [expired.linkId, 'This link has expired'],
    [usedUp.linkId, 'This link has been used up'],
  ] as const) {
    const { status, json, headers } = await raw('GET', paths.open(linkId));
    expect(String(json)).not.toContain('Plans');
    const page = await browser.newPage();
    await openPage(page, paths.open(linkId));
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(await page.title()).toContain(title);
    const text = await page.getByRole('main').textContent();
    said.push(JSON.stringify([status, headers.get('cache-control'), await page.title(), text]));
    await page.close();
    const call = await raw('GET', `/api/v2/open/share/${linkId}`);
    expect([call.status, call.json]).toMatchObject([404, { code: 'open.notFound' }]);
  }
  expect(said.every((text) => text.startsWith('[404,'))).toBe(true);
  expect(said[0]).toBe(said[1]);
  expect(new Set(said).size).toBe(3);
});

test('a download from a page whose link has ended since, or got a password, leads to the reason', async ({
  page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt]);
  const all = page.getByRole('link', { name: /^Download all/ });
  await openPage(page, paths.open(linkId));
  await page.waitForLoadState('networkidle'); // what looks after downloads comes when the page is idle
  await as.call(share.setPassword, { params: { id: shareId }, body: { value: 'open sesame' } });
  await all.click();
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('open sesame');
  await field.press('Enter');
  await expect(all).toBeVisible();
  await page.waitForLoadState('networkidle');
  await as.call(share.unpublish, { params: { id: shareId } });
  await all.click();
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

test('a link with few views asks before it spends one, so a program that only looks spends none', async ({
  page,
  browser,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt], { maxViews: 2 });
  await openPage(page, paths.open(linkId));
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await expect(page.getByText('This link can be opened 2 more times.')).toBeVisible();
  await alive(page);
  expect(await viewsOf(as, shareId)).toBe(0);
  await page.getByRole('button', { name: 'Open (2 views left)' }).click();
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  await reloadPage(page);
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  expect(await viewsOf(as, shareId)).toBe(1);

  const other = await browser.newPage();
  await openPage(other, paths.open(linkId));
  await raw('GET', `/api/v2/open/share/${linkId}`);
  await other.getByRole('button', { name: 'Open (1 view left)' }).click();
  await expect(other.getByRole('heading', { name: 'This link has been used up' })).toBeVisible();
  await other.close();
});

test('a locked share tells its title to nobody before it is open', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [txt], { password: 'x', name: 'Secret plans', maxViews: 1 });
  expect(String((await raw('GET', paths.open(linkId))).json)).not.toContain('Secret plans');
  await openPage(page, paths.open(linkId));
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toBeVisible();
  expect(await page.title()).toContain('Shared with you');
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Open (1 view left)' }).click();
  await expect(page.getByRole('heading', { name: 'Secret plans' })).toBeVisible();
  await expect.poll(() => page.title()).toContain('Secret plans');
});

test('a visit goes on after the link’s last view, and nobody else gets in', async ({ page, browser, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt], { maxViews: 1, password: 'x' });
  await openPage(page, paths.open(linkId));
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.keyboard.press('Enter');
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  const answer = await openPage(page, paths.open(linkId));
  expect(answer?.status()).toBe(200);
  await fileButton(page, 'notes.txt').click();
  await expect(page.getByText('Grüße aus dem Hafen')).toBeVisible();
  expect(await viewsOf(as, shareId)).toBe(1);

  const stranger = await browser.newPage();
  expect((await openPage(stranger, paths.open(linkId)))?.status()).toBe(404);
  await stranger.close();
});

test('a browser that keeps no cookies gets its files, on the last view and behind a password', async ({
  browser,
  as,
}) => {
  const description = '# Plans\n*for all*';
  const { linkId } = await sharedFiles(as, [png, txt], { maxViews: 1, password: 'x', description });
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined }),
  );
  const cookies: (string | undefined)[] = [];
  page.on('request', async (request) => cookies.push((await request.allHeaders()).cookie));
  // Not by `route.fetch`, which keeps cookies for the browser.
  await page.route(detailCall, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const { status, json } = await raw('GET', pathname + search, { headers: route.request().headers() });
    await route.fulfill({ status, json });
  });
  await openPage(page, paths.open(linkId));
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.keyboard.press('Enter');
  await expect(page.getByText('for all')).toBeVisible();
  await fileButton(page, 'notes.txt').click();
  await expect(page.getByText('Grüße aus dem Hafen')).toBeVisible();
  await page.keyboard.press('Escape');
  const url = await page.getByRole('link', { name: 'Download all' }).getAttribute('href');
  expect((await raw('GET', String(url))).status).toBe(200);
  expect((await raw('GET', String(url).split('?')[0] ?? '')).status).toBe(404);
  expect(cookies.join()).not.toContain('sharry-visit');
  await page.close();
});

test('a link opens as a list, as cards or with the first file by name', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [txt, png, { ...zip, name: 'a.zip' }]);
  await openPage(page, `${paths.open(linkId)}?view=2`);
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await openPage(page, `${paths.open(linkId)}?view=9`);
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await openPage(page, `${paths.open(linkId)}?view=3`);
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Preview of a.zip');
  await expect(page.getByText('This kind of file can’t be previewed.')).toBeVisible();
  await page.getByRole('button', { name: 'Next file' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Preview of dot.png');
});

test('links of a note lead elsewhere or nowhere, never into this application', async ({ page, as }) => {
  const description =
    '[web](https://example.org/) ![harbour](trip/harbour.png) [plan](plan.pdf) [root](/app/login)';
  const { linkId } = await sharedFiles(as, [png], { description });
  await openPage(page, paths.open(linkId));
  await expect(page.getByText('web harbour plan root')).toBeVisible();
  const links = page.getByText('web harbour plan root').getByRole('link');
  await expect(links).toHaveText(['web']);
});

test('a part of the page that doesn’t arrive is asked for again', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [{ ...txt, name: 'plan.md' }]);
  await openPage(page, paths.open(linkId));
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await fileButton(page, 'plan.md').click();
  await expect(page.getByText('There was a network error.')).toBeVisible();
  await page.unroute('**/_next/static/chunks/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await fileButton(page, 'plan.md').click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Preview of plan.md');
});

test('folders open and close, and files download under their names', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [{ ...txt, path: 'docs/old' }, png]);
  await openPage(page, paths.open(linkId));
  await page.getByRole('button', { name: /^docs/ }).click();
  await expect(fileButton(page, 'notes.txt')).toBeHidden();
  await page.getByRole('button', { name: /^docs/ }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download notes.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.txt');
});

test('a visitor switches between list and cards, and deletes nothing', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [png, txt]);
  await openPage(page, paths.open(linkId));
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
  await page.getByRole('radio', { name: 'Cards' }).check();
  const details = page.getByRole('button', { name: 'Details of notes.txt' });
  await expect(details).toHaveCount(0);
  await expect(page.locator('img[src*="/thumbnail"]')).toHaveCount(1);
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(details).toBeVisible();
  await expect(page.getByRole('button', { name: /delete/i })).toHaveCount(0);
});

import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

// A worker and what it keeps outlive a page.
test.use({ isAlone: true });

/** Chrome's criteria for installable apps (web.dev/articles/install-criteria) and for share targets. */
test('the manifest makes an app that can be installed, and its icons are what it says', async ({ page }) => {
  await openPage(page, '/app/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: 'Slipway',
    short_name: 'Slipway',
    start_url: '/app/home',
    scope: '/',
    display: 'standalone',
    theme_color: expect.stringMatching(/^#/),
    background_color: expect.stringMatching(/^#/),
    share_target: { action: '/app/receive', method: 'POST', enctype: 'multipart/form-data' },
  });
  const sizes = [];
  for (const { src, type, sizes: said, purpose = 'any' } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toContain(type);
    if (type !== 'image/png') continue;
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(said);
    sizes.push(`${said} ${purpose}`);
  }
  expect(sizes.sort()).toEqual(['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable']);
});

type Sharing = { files?: string[]; words?: Record<string, string> };

/** Delivers a form like Android's share sheet: the worker gets one that no page has written. */
async function shareTo(page: Page, { files = [], words = {} }: Sharing) {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.append(name, value);
  for (const at of files) form.append('files', new File([fs.readFileSync(at)], path.basename(at)));
  const posted = new Response(form);
  const [worker] = page.context().serviceWorkers();
  const location = await worker?.evaluate(receive, {
    url: `${running().url}/app/receive`,
    type: posted.headers.get('content-type') ?? '',
    base64: Buffer.from(await posted.arrayBuffer()).toString('base64'),
  });
  await openPage(page, location ?? '');
}

/** Runs in the worker: hands a form over as a navigation. Returns the redirect's URL. */
async function receive({ url, type, base64 }: { url: string; type: string; base64: string }) {
  const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const request = new Request(url, { method: 'POST', headers: { 'content-type': type }, body });
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  const answer = await new Promise<Response>((resolve) => {
    self.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith: resolve }));
  });
  return answer.headers.get('location') ?? '';
}

async function withWorker(page: Page): Promise<void> {
  await openPage(page, '/app/home');
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

const file = (name: string, content: string | Buffer) => {
  const at = test.info().outputPath(name);
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, content);
  return at;
};

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('content shared by another app waits through a sign-in, and becomes a share', async ({
    signedIn: page,
    account,
    as,
  }) => {
    await withWorker(page);
    await openPage(page, '/api/doc'); // which renews no session
    await page.context().clearCookies();
    const photo = Buffer.alloc(3_000_000, 'photo');
    const files = [file('photo.jpg', photo), file('notes.txt', '')];
    await shareTo(page, {
      files,
      words: { title: 'Trip', text: 'Look at this', url: 'https://example.org/' },
    });
    await expect(page).toHaveURL(/\/app\/login\?r=%2Fapp%2Freceive/);
    await fillLogin(page, account);
    await expect(page).toHaveURL(/\/app\/receive$/);
    await expect(page.getByText('2 files, 2.86 MB')).toBeVisible();
    await expect(page.getByText('Look at this')).toBeVisible();

    await page.getByRole('button', { name: 'New share' }).click();
    await expect(page).toHaveURL(/\/app\/share$/);
    await expect(page.getByRole('list', { name: 'Files' }).getByText('photo.jpg')).toBeVisible();
    await page.getByRole('button', { name: 'Get link' }).click();
    await expect.poll(async () => (await as.call(share.search, {})).items[0]?.size).toBe(photo.length);
    const { items } = await as.call(share.search, {});
    const detail = await as.call(share.get, { params: { id: items[0]?.id ?? '' } });
    expect(detail.descriptionRaw).toBe('Trip\n\nLook at this\n\nhttps://example.org/');
    expect(detail.files.map(({ filename }) => filename).sort()).toEqual(['notes.txt', 'photo.jpg']);
    // It is sent, so it waits no more.
    await openPage(page, '/app/receive');
    await expect(page.getByText('Nothing here yet.')).toBeVisible();
  });

  test('it goes to the inbox used last, and is thrown away on request', async ({ signedIn: page, as }) => {
    const body = { name: 'Builders', validity: 86_400_000, enabled: true, members: [] };
    const { id } = await as.call(alias.create, { body });
    await openPage(page, `/app/share/${id}`);
    await page.waitForFunction(() => localStorage.getItem('slipway-inbox'));
    await withWorker(page);
    await shareTo(page, { files: [file('plan.txt', 'a plan')] });
    await page.getByRole('button', { name: 'Deliver to Builders' }).click();
    await expect(page).toHaveURL(new RegExp(`/app/share/${id}$`));
    await expect(page.getByRole('list', { name: 'Files' }).getByText('plan.txt')).toBeVisible();

    await withWorker(page);
    await shareTo(page, { files: [file('other.txt', 'x')] });
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Nothing here yet.')).toBeVisible();
  });

  /** Frames without an address: neither origin nor referrer tell of the site around them. */
  const frames = {
    'a sandbox': (form: string) =>
      `<iframe sandbox="allow-forms allow-top-navigation" srcdoc='${form}'></iframe>`,
    'a frame made of data': (form: string) =>
      `<iframe src="data:text/html,${encodeURIComponent(form)}"></iframe>`,
    'the site itself': (form: string) => `<iframe srcdoc='${form}'></iframe>`,
  };
  for (const [name, frameAround] of Object.entries(frames))
    test(`a form of another site in ${name} hands nothing in`, async ({ signedIn: page }) => {
      await withWorker(page);
      const action = `${running().url}/app/receive`;
      const form = `<form method="post" enctype="multipart/form-data" target="_top" action="${action}">
        <input name="text" value="foreign"><button>Win</button></form>`;
      const body = `<!doctype html>${frameAround(form)}`;
      await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto('http://evil.example/');
      await page.frameLocator('iframe').getByRole('button', { name: 'Win' }).click();
      await expect(page).toHaveURL(action);
      await expect(page.getByText('Nothing here yet.')).toBeVisible();
    });

  test('photos of one name are all sent, and what was shared before only when it is added', async ({
    signedIn: page,
  }) => {
    await withWorker(page);
    await shareTo(page, { files: [file('earlier.txt', 'of yesterday')] });
    await expect(page.getByText('earlier.txt')).toBeVisible();
    await withWorker(page);
    const photos = ['one', 'two', 'six'].map((content) => file(`${content}/image.jpg`, content));
    await shareTo(page, { files: photos });
    await expect(page.getByText('3 files, 9 B')).toBeVisible();
    await expect(page.getByText('earlier.txt')).toBeHidden();
    await expect(page.getByText('Shared here before: 1 file, 12 B')).toBeVisible();
    await page.getByRole('button', { name: 'Add these' }).click();
    await page.getByRole('button', { name: 'New share' }).click();
    const list = page.getByRole('list', { name: 'Files' });
    for (const name of ['image.jpg', 'image (2).jpg', 'image (3).jpg', 'earlier.txt'])
      await expect(list.getByText(name)).toBeVisible();
  });

  test('where there is no network a page says so, and files are asked for as ever', async ({
    signedIn: page,
  }) => {
    await withWorker(page);
    const answered: string[] = [];
    page.on('response', (response) => {
      if (response.fromServiceWorker()) answered.push(new URL(response.url()).pathname);
    });
    await openPage(page, '/app/uploads');
    await page.evaluate(() => fetch('/api/v2/open/info/version').then((answer) => answer.text()));
    await page.evaluate(() => fetch('/cli').then((answer) => answer.text()));
    expect(answered.filter((path) => path !== '/app/uploads')).toEqual([]);

    await page.context().setOffline(true);
    await page.goto('/app/home');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0);
  });
});

test('without a service worker, the page says that nothing was kept', async ({ signedIn: page }) => {
  const answer = await page.request.post(`${running().url}/app/receive`, {
    multipart: { title: 'x' },
    maxRedirects: 0,
    headers: { origin: running().url },
  });
  expect([answer.status(), answer.headers().location]).toEqual([
    303,
    `${running().url}/app/receive?lost=unable`,
  ]);
  await openPage(page, '/app/receive?lost=unable');
  await expect(page.getByRole('alert').filter({ hasText: 'nothing was saved' })).toBeVisible();
});

import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import { build } from 'esbuild';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { CutProxy } from '@/testing/network/cut-proxy';
import { type Api, api } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';
import { hold } from '../hold';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let proxy: CutProxy;
let owner: Api;
let inboxId: string;
let script: string;

test.beforeAll(async () => {
  proxy = await CutProxy.to(() => server.port);
  server = await TestServer.make({ env: { BASE_URL: proxy.url } });
  await server.start();
  owner = await api(admin, server.url);
  const body = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  inboxId = (await owner.call(alias.create, { body })).id;
  const entryPoints = [path.resolve(import.meta.dirname, '../uppy/page.ts')];
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  script = outputFiles[0]?.text ?? '';
});
test.afterAll(async () => {
  await proxy.close();
  await server.remove();
});

const accesses = { sec: {}, alias: { [headerNames.alias]: '' } };

async function openUppy(page: Page): Promise<void> {
  const html = '<!doctype html><title>Uppy</title><script src="/uppy.js"></script>';
  await page.route('**/uppy.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route('**/uppy.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.context().addCookies([{ name: cookieNames.auth, value: owner.token, url: proxy.url }]);
  await loadUppy(page);
}

/** It isn't a page of the product, which would say that it listens. */
const loadUppy = (page: Page) => page.goto(`${proxy.url}/uppy.html`);

async function shareBehind(access: keyof typeof accesses) {
  const headers = access === 'alias' ? { [headerNames.alias]: inboxId } : {};
  const answer = await fetch(`${server.url}/api/v2/${access}/upload/new`, {
    method: 'POST',
    headers: access === 'alias' ? headers : owner.headers,
    body: JSON.stringify({ validity: 60_000, maxViews: 10 }),
  });
  const { id } = (await answer.json()) as { id: string };
  return { id, headers, endpoint: `${proxy.url}/api/v2/${access}/upload/${id}/files/tus` };
}

async function arrived(id: string) {
  const { files } = await owner.call(share.get, { params: { id } });
  const sums: Record<string, string> = {};
  for (const file of files) {
    const answer = await fetch(`${server.url}/api/v2/sec/share/${id}/file/${file.id}`, {
      headers: owner.headers,
    });
    sums[file.filename] = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex');
  }
  return { sums, folders: files.map(({ path: folder }) => folder), count: files.length };
}

for (const access of ['sec', 'alias'] as const) {
  test(`Uppy sends files through ${access}, with a connection that breaks in the middle`, async ({
    page,
  }) => {
    await openUppy(page);
    const { id, endpoint, headers } = await shareBehind(access);
    const before = proxy.cuts;
    proxy.cutAfter(3_300_000);
    const files = [
      { name: 'Größe 1.bin', folder: '', sizeBytes: 5_000_000, seed: 1 },
      { name: 'two.bin', folder: 'a/b', sizeBytes: 2_345_678, seed: 2 },
      { name: 'empty', folder: 'a', sizeBytes: 0, seed: 3 },
    ];
    const sums = await page.evaluate((job) => window.sendByUppy(job), { endpoint, headers, files });
    expect(proxy.cuts - before).toBe(1);
    expect(await arrived(id)).toEqual({ sums, folders: ['', 'a', 'a/b'], count: 3 });
  });

  test(`Uppy goes on through ${access} after the page was loaded anew`, async ({ page }) => {
    await openUppy(page);
    const { id, endpoint, headers } = await shareBehind(access);
    const files = [{ name: `again-${access}.bin`, folder: '', sizeBytes: 6_000_000, seed: 7 }];
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    const isLater = (request: Request) => request.method() === 'PATCH' && offsets.length > 2;
    const letGo = await hold(page, `${endpoint}/*`, isLater);
    await page.evaluate((job) => void window.sendByUppy(job), { endpoint, headers, files });
    await expect.poll(() => offsets.length).toBeGreaterThan(2);
    await loadUppy(page);
    letGo();
    const before = offsets.length;
    const sums = await page.evaluate((job) => window.sendByUppy(job), { endpoint, headers, files });
    expect(offsets[before]).toBeGreaterThan(0);
    expect(await arrived(id)).toEqual({ sums, folders: [''], count: 1 });
  });
}

test('the dashboard, as it is delivered, sends files into no folder', async ({ page }) => {
  await openUppy(page);
  const { id, endpoint } = await shareBehind('sec');
  for (const part of ['core', 'dashboard']) {
    await page.addStyleTag({ path: path.resolve(`node_modules/@uppy/${part}/dist/style.min.css`) });
  }
  await page.evaluate((address) => window.showDashboard(address), endpoint);
  const files = ['Größe 1.txt', 'two.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`in ${name}`),
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  const sums = Object.fromEntries(
    files.map(({ name, buffer }) => [name, createHash('sha256').update(buffer).digest('hex')]),
  );
  expect(await arrived(id)).toEqual({ sums, folders: ['', ''], count: 2 });
});

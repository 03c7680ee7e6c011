import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { type Sample, samples, sharedFiles } from '@/testing/people/shared-files';
import { uploadHalf } from '@/testing/people/upload';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

test.skip(spawnSync('unzip', ['-v'], { stdio: 'ignore' }).error !== undefined, 'needs unzip');

const { png, txt, pdf } = samples;
const nested: Sample = { ...txt, name: 'old.txt', bytes: Buffer.from('older'), path: 'docs/2025' };

const clicked = async (page: Page, link: Locator): Promise<Download> =>
  (await Promise.all([page.waitForEvent('download'), link.click()]))[0];

async function unpacked(download: Download): Promise<Map<string, Buffer>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-zip-'));
  try {
    execFileSync('unzip', ['-q', await download.path(), '-d', folder]);
    const found = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = found.filter((name) => fs.statSync(path.join(folder, name)).isFile());
    return new Map(files.map((name) => [name, fs.readFileSync(path.join(folder, name))]));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const bytesOf = (...files: readonly Sample[]) =>
  new Map(files.map(({ path: folder, name, bytes }) => [folder ? `${folder}/${name}` : name, bytes]));

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

test('a visitor downloads all files of a locked share, then some, byte for byte', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [png, txt, nested, pdf], { password: 'x' });
  await openPage(page, paths.open(linkId));
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.keyboard.press('Enter');
  const size = png.bytes.length + txt.bytes.length + nested.bytes.length + pdf.bytes.length;
  const all = page.getByRole('link', { name: 'Download all' });
  await expect(all).toContainText(`(${size} B)`);
  const download = await clicked(page, all);
  expect(download.suggestedFilename()).toBe('Plans.zip');
  expect(await unpacked(download)).toEqual(bytesOf(png, txt, nested, pdf));

  await box(page, 'docs').focus();
  await page.keyboard.press('Space');
  await box(page, 'dot.png').check();
  await expect(page.getByText('2 of 4 selected')).toBeVisible();
  const some = page.getByRole('link', { name: /^Download 2 files as ZIP/ });
  await expect(some).toContainText(`${png.bytes.length + nested.bytes.length} B`);
  expect(await unpacked(await clicked(page, some))).toEqual(bytesOf(png, nested));
});

test('within a visit the page itself brings the files and the link to all of them', async ({
  browser,
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [png, txt], { maxViews: 1 });
  await openPage(page, paths.open(linkId));
  await page.getByRole('button', { name: 'Open (1 view left)' }).click();
  await expect(page.getByRole('link', { name: 'Download all' })).toBeVisible();

  const script = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await script.newPage();
  await plain.goto(paths.open(linkId));
  await expect(plain.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  const download = await clicked(plain, plain.getByRole('link', { name: 'Download all' }));
  expect(await unpacked(download)).toEqual(bytesOf(png, txt));
  await script.close();
});

test('an interrupted file is uploaded again in its place, and only the same one', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  const fileId = await uploadHalf(as, shareId, { name: 'half.txt', content: 'first' });
  await openPage(page, paths.share(shareId));
  await expect(page.getByText('(50%).')).toBeVisible();
  const pick = async (name: string, content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload half.txt again' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  };
  await pick('half.txt', 'something else');
  await expect(page.getByText('This is a different file.')).toBeVisible();
  await pick('half.txt', 'firstother');
  await expect(page.getByRole('link', { name: 'Download half.txt' })).toBeVisible();
  const { files } = await as.call(share.get, { params: { id: shareId } });
  expect(files.map(({ filename, complete }) => [filename, complete]).sort()).toEqual([
    ['half.txt', true],
    ['notes.txt', true],
  ]);
  const bytes = await raw('GET', `/api/v2/sec/share/${shareId}/file/${fileId}`, { headers: as.headers });
  expect(bytes.json).toBe('firstother');
});

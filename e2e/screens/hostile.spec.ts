import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { fileLinks } from '@/components/files/zip/file-links';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { type Sample, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { activeFiles, deed, hostileNote, oddlyNamed } from '../hostile-files';

test.use({ isAlone: true }); // for listeners

const home = 'http://deed.invalid';

/** Records everything that a file could do in a browser: requests, dialogs, marks. */
function watched(context: BrowserContext) {
  const effects: string[] = [];
  const ours = new URL(running().url).host;
  const note = (request: Request) => {
    const url = new URL(request.url());
    // The browser's own PDF viewer is made of pages of its own.
    const isOurs = url.host === ours || /^(blob|data|chrome|chrome-extension):$/.test(url.protocol);
    if (!isOurs || url.pathname.endsWith('deed'))
      effects.push(`request ${request.url()} of ${request.frame().url()}`);
  };
  context.on('requestfinished', note);
  context.on('requestfailed', (request) => {
    // Requests blocked by the policy are reported here but never leave the browser.
    if (request.failure()?.errorText !== 'csp') note(request);
  });
  context.on('dialog', (dialog) => {
    effects.push(`dialog ${dialog.message()} of ${dialog.page()?.url()}`);
    void dialog.dismiss().catch(() => undefined); // the page may have gone on
  });
  context.on('page', (page) => effects.push(`window ${page.url()}`));
  const marks = async (page: Page) => {
    const stored = await page.evaluate(() => [localStorage.getItem('deed'), document.title]);
    const cookies = (await context.cookies()).map(({ name }) => name);
    return [...stored, ...cookies].filter((mark) => mark === 'done' || mark === 'deed');
  };
  return { effects, marks };
}

const isNavigable = (error: Error) => /Download is starting|net::ERR_ABORTED/.test(error.message);

async function openAll(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'load' }).catch((error: Error) => {
      if (!isNavigable(error)) throw error;
    });
  }
}

async function walkViewer(page: Page, steps: number): Promise<number> {
  await page.getByRole('button', { name: 'card.vcf', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: /^Preview of / });
  const seen = new Set<string>();
  for (let n = 0; n < steps; n++) {
    seen.add((await viewer.getAttribute('aria-label')) ?? '');
    await expect(viewer.getByText('Loading…')).toHaveCount(0);
    await viewer.getByRole('button', { name: 'Next file' }).click();
  }
  return seen.size;
}

async function hostileShare(as: Api) {
  const files: Sample[] = [...activeFiles(home), ...oddlyNamed()];
  const made = await sharedFiles(as, files, { description: hostileNote(home), maxViews: 100 });
  const detail = await as.call(share.get, { params: { id: made.shareId } });
  return { ...made, files: detail.files };
}

test('the traps see a page that acts', async ({ page, context }) => {
  const { effects, marks } = watched(context);
  await page.route('**/app/acting', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${deed(home)}</script>` }),
  );
  await page.goto('/app/acting');
  for (const seen of ['/app/deed', `${home}/deed`, 'dialog deed']) {
    await expect.poll(() => effects.join()).toContain(seen);
  }
  expect((await marks(page)).length).toBeGreaterThan(1);
});

test('25 kinds of active files and 36 names do nothing, no matter who opens them and however', async ({
  signedIn: page,
  context,
  as,
}) => {
  test.setTimeout(240_000);
  const { effects, marks } = watched(context);
  const { shareId, linkId, files } = await hostileShare(as);
  expect(files).toHaveLength(25 + 36);
  const shown = files.filter(({ mimetype }) => /^(text|image|video|audio)|pdf/i.test(mimetype)).length;

  for (const [source, address] of [
    [{ access: 'own', id: shareId }, paths.share(shareId)],
    [{ access: 'open', id: linkId }, paths.open(linkId)],
  ] as const) {
    await openPage(page, address);
    await expect(page.getByRole('button', { name: 'page.html', exact: true })).toBeVisible();
    expect(
      await page.locator('article :is(script, style, iframe, form, object, embed, svg[onload])').count(),
    ).toBe(0);
    expect(await walkViewer(page, shown)).toBeGreaterThan(20);
    expect(await marks(page)).toEqual([]);
    const active = files.filter(({ path: folder }) => folder === 'active');
    const links = active.flatMap(({ id, mimetype }) => {
      const { preview } = fileLinks(source, id);
      const [bytes = preview] = preview.split('?');
      return /svg/i.test(mimetype) ? [bytes, preview] : [bytes];
    });
    await openAll(page, links);
    await openPage(page, address);
    expect(await marks(page)).toEqual([]);
  }
  expect(effects).toEqual([]);
});

test('a hostile note is text and harmless links', async ({ signedIn: page, context, as }) => {
  const { effects, marks } = watched(context);
  const description = hostileNote(home);
  const { shareId, linkId } = await sharedFiles(as, oddlyNamed().slice(0, 9), { description });
  for (const address of [paths.share(shareId), paths.open(linkId)]) {
    await openPage(page, address);
    await expect(page.getByText('alert(1)').first()).toBeVisible();
    const links = await page
      .locator('article a')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(links.filter((href) => !/^(https?|mailto):|^$/.test(href))).toEqual([]);
    const images = await page
      .locator('article img')
      .evaluateAll((all) => all.map((i) => (i as HTMLImageElement).src));
    expect(images.filter((src) => !src.startsWith(running().url))).toEqual([]);
    expect(await marks(page)).toEqual([]);
  }
  expect(effects).toEqual([]);
});

test.describe('in an archive', () => {
  test.skip(spawnSync('python3', ['--version'], { stdio: 'ignore' }).error !== undefined, 'needs python3');

  test('hostile names unpack where they should, each for itself', async ({ signedIn: page, as }) => {
    const { shareId } = await sharedFiles(as, oddlyNamed());
    await openPage(page, paths.share(shareId));
    const link = page.getByRole('link', { name: /^Download all as ZIP/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const outer = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-hostile-'));
    const inner = path.join(outer, 'inner');
    const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for i in z.infolist(): print(ascii(i.filename))
z.extractall(sys.argv[2])`;
    const said = execFileSync('python3', ['-c', script, await download.path(), inner], { encoding: 'utf8' });
    const names = said.trim().split('\n');
    expect(names).toHaveLength(36);
    expect(
      names.filter((name) => /\.\.\/|^'\/|\\\\|[<>:"|?*]|\\x[01]|\\u20[26]/.test(name.slice(1, -1))),
    ).toEqual([]);
    expect(fs.readdirSync(outer)).toEqual(['inner']);
    const unpacked = fs.readdirSync(inner, { recursive: true, withFileTypes: true });
    const whole = unpacked.filter((entry) => entry.isFile());
    expect(whole).toHaveLength(36);
    for (const { parentPath, name } of whole) {
      expect(fs.readFileSync(path.join(parentPath, name), 'utf8')).toBe('harmless');
    }
    fs.rmSync(outer, { recursive: true });
  });
});

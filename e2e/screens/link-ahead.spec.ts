import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { viewsOf } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';
import { SlowWire } from '../slow-wire';

test('a link can be sent while its files are on their way, says so until then, and opens by itself', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const folder = new LocalFolder('quayside', { 'secret-plan.md': 900, 'film.mp4': 20_000_000 });
  page.on('dialog', (dialog) => dialog.accept());
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
  const wire = await SlowWire.of(page, 1_000_000);
  await page.getByRole('button', { name: 'Get link' }).click();
  const ahead = page.getByRole('region', { name: 'The link' });
  await expect(ahead).toContainText('You can send it now.');
  await expect(ahead.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const [path = ''] =
    /\/app\/open\/[\w-]+/.exec((await ahead.getByText('/app/open/').textContent()) ?? '') ?? [];
  const linkId = path.slice(paths.open('').length);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.clock.install();
  const shown = await openPage(visitor, path);
  expect(shown?.status()).toBe(200);
  await expect(visitor.getByRole('heading', { name: 'Files are still arriving' })).toBeVisible();
  expect(await visitor.content()).not.toMatch(/secret-plan|film\.mp4|quayside/);
  // The page asks every ten seconds, and stays when nobody answers.
  await context.setOffline(true);
  await visitor.clock.fastForward(10_000);
  await expect(visitor.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  const call = await raw('GET', `/api/v2/open/share/${linkId}`);
  expect(call).toMatchObject({ status: 404 });
  expect(JSON.stringify(call)).not.toMatch(/secret-plan|film\.mp4|quayside/);
  const { items } = await as.call(share.search, { query: {} });
  const id = items[0]?.id ?? '';
  expect(items[0]).toMatchObject({ published: null, linkId: null });

  await wire.free();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 60_000 });
  const ticket = page.getByRole('region', { name: 'Public link' });
  await expect(ticket.getByRole('link', { name: 'Open' })).toHaveAttribute('href', new RegExp(`${path}$`));
  await visitor.bringToFront();
  await visitor.clock.fastForward(10_000);
  await expect(visitor.getByRole('heading', { level: 1, name: 'quayside' })).toBeVisible({ timeout: 30_000 });
  await expect(visitor.getByText('film.mp4')).toBeVisible();
  await expect.poll(() => viewsOf(as, id)).toBe(1);
  await context.close();
  folder.remove();
});

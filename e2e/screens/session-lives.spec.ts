import { expect, type Page, test } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import { api } from '@/testing/people/account';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { admin, TestServer } from '@/testing/server/test-server';
import { lives, shortSessions } from '../lives';
import { SlowWire } from '../slow-wire';

/** Takes half a minute; lib/server/transfer/tus/session-lives.test.ts tests the same without a browser. */
test.skip(!isLong);

let server: TestServer;
test.beforeAll(async () => {
  server = await (await TestServer.make({ env: { ...shortSessions, CHUNK_SIZE: '256K' } })).start();
});
test.afterAll(() => server.remove());

async function signedIn(page: Page): Promise<void> {
  const { token } = await api(admin, server.url);
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
}

const countRefreshes = (pages: Page[]) => {
  const count = { refreshes: 0 };
  for (const page of pages) {
    page.on('request', (request) => {
      if (request.url().endsWith(auth.session.path)) count.refreshes++;
    });
  }
  return count;
};

test('an upload outlasts several lives of the session, in two tabs that take turns', async ({ page }) => {
  test.setTimeout(lives.uploadMs * 2 + 120_000);
  await signedIn(page);
  await openPage(page, `${server.url}${paths.newShare}`);
  const other = await page.context().newPage();
  await openPage(other, `${server.url}${paths.shares}`);

  const perSecond = 200_000;
  const folder = new LocalFolder('trip', { 'film.mp4': (perSecond * lives.uploadMs) / 1000 });
  await SlowWire.of(page, perSecond);

  const count = countRefreshes([page, other]);
  const began = Date.now();
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Get link' }).click();
  const ready = page.getByRole('heading', { name: 'Your link is ready' });
  await expect(ready).toBeVisible({ timeout: lives.uploadMs * 2 + 60_000 });
  const lastedMs = Date.now() - began;
  expect(lastedMs).toBeGreaterThan(lives.validMs * 2);
  // Each tab alone would have asked this often; together they do.
  expect(count.refreshes).toBeGreaterThanOrEqual(2);
  expect(count.refreshes).toBeLessThan((lastedMs / lives.renewalMs) * 1.5 + 2);

  const as = await api(admin, server.url);
  const { items } = await as.call(share.search, {});
  expect(await arrivedSums(as, server.url, items[0]?.id ?? '')).toEqual(folder.sums);
  await reloadPage(other);
  await expect(other).toHaveURL(/\/app\/uploads$/);
  folder.remove();
});

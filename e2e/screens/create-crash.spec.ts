import { expect, test } from '@playwright/test';
import { call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';
import { cookieNames, headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import type { Api } from '../account';
import { arrivedSums, drop, LocalFolder } from '../local-folder';
import { admin, TestServer } from '../test-server';

/** Calls as the first admin of a server of this test's own. */
async function adminOf({ url }: TestServer): Promise<Api> {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base: url });
  const headers = { [headerNames.auth]: token ?? '' };
  return {
    token: token ?? '',
    headers,
    call: (endpoint, input) => call(endpoint, input, { base: url, headers }),
  };
}

test('an upload goes on after kill -9 of the whole server in its middle and ends identical', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await (await TestServer.make()).start();
  const folder = new LocalFolder('trip', { 'film.mp4': 300_000_000, 'plan.md': 900 });
  const as = await adminOf(server);
  await page.context().addCookies([{ name: cookieNames.auth, value: as.token, url: server.url }]);
  const progress = page.getByRole('progressbar', { name: 'Upload progress' });
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'));

  await page.goto(`${server.url}/app/share`, { waitUntil: 'networkidle' });
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Upload and get link' }).click();
  await expect.poll(percent, { timeout: 60_000 }).toBeGreaterThan(15);
  await server.kill();
  await expect(page.getByText('No connection. It goes on by itself.')).toBeVisible();
  await server.start();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 150_000 });

  const { items } = await as.call(share.search, { query: {} });
  expect(await arrivedSums(as, server.url, items[0]?.id ?? '')).toEqual(folder.sums);
  folder.remove();
  await server.remove();
});

import { expect, type Page, test } from '@playwright/test';
import { quarantine } from '@/lib/contract/admin/quarantine';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { type Api, api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { admin, TestServer } from '@/testing/server/test-server';
import { eicar, startClamd } from '@/testing/service/clamd';

let clamd: Awaited<ReturnType<typeof startClamd>>;
let server: TestServer;
let as: Api;

test.use({ locale: 'en-GB' });
test.beforeAll(async () => {
  clamd = await startClamd();
  const env = { CLAMD: clamd ? `tcp://127.0.0.1:${clamd.tcp.port}` : '', SCAN: 'inboxes' };
  server = await (await TestServer.make({ env })).start();
  as = await api(admin, server.url);
});
test.afterAll(async () => {
  await server.remove();
  await clamd?.stop();
});

/** As `curl -T` does. */
const sendTo = async (aliasId: string, name: string, body: string) => {
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${server.url}/u/alias/${aliasId}/${name}`, { method: 'PUT', body, headers });
  expect(answer.ok).toBe(true);
  const { receipt }: { receipt: string } = await answer.json();
  return new URL(receipt).hash;
};

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('an infected file is quarantined until an admin releases it, and clean files arrive as before', async ({
  page,
  browser,
}) => {
  test.skip(!clamd, 'There is no clamd here.');
  await page.context().addCookies([{ name: cookieNames.auth, value: as.token, url: server.url }]);
  const aliasId = await newAlias(as, { name: 'Bills' });
  await sendTo(aliasId, 'bill.txt', 'a clean bill');
  const receipt = await sendTo(aliasId, 'virus.com', eicar);
  await expect
    .poll(async () => (await as.call(quarantine.list, { query: {} })).items.map(({ name }) => name))
    .toEqual(['virus.com']);
  await expect
    .poll(async () => {
      const { items } = await as.call(deliveries.search, { query: { alias: aliasId } });
      const shares = await Promise.all(items.map(({ id }) => as.call(share.get, { params: { id } })));
      return shares.flatMap(({ files }) => files.map(({ scan }) => scan)).sort();
    })
    .toEqual(['infected', undefined]);

  const { items } = await as.call(deliveries.search, { query: { alias: aliasId } });
  const details = await Promise.all(items.map(({ id }) => as.call(share.get, { params: { id } })));
  const infected = details.find(({ files }) => files[0]?.scan === 'infected');
  const [file] = infected?.files ?? [];
  const id = infected?.id ?? '';
  await openPage(page, `${server.url}${paths.share(id)}`);
  await expect(rowOf(page, 'virus.com')).toContainText('Quarantined: Eicar-Test.UNOFFICIAL');
  const sender = await browser.newPage();
  await openPage(sender, `${server.url}${paths.receipt(receipt.slice(1))}`);
  await expect(sender.getByRole('heading', { name: 'No files have arrived' })).toBeVisible();
  await expect(rowOf(sender, 'virus.com')).toContainText('Held by the virus scan. Ask the recipient.');
  await expect(rowOf(sender, 'virus.com')).not.toContainText('SHA-256');
  const { id: linkId = '' } = await as.call(share.publish, { params: { id }, body: {} });
  const visitor = await browser.newPage();
  await openPage(visitor, `${server.url}${paths.open(linkId)}`);
  await expect(visitor.getByText('virus.com')).toHaveCount(0);
  const link = fillPath(bytePaths.openFile, { id: linkId, fileId: file?.id ?? '' });
  const bytes = () => fetch(server.url + link).then(async (answer) => [answer.status, await answer.text()]);
  expect((await bytes())[0]).toBe(404);

  await openPage(page, `${server.url}${paths.overseenShares}`);
  await page.getByRole('link', { name: 'Quarantine' }).click();
  const row = rowOf(page, 'virus.com');
  await expect(row).toContainText('Bills');
  await row.getByRole('button', { name: 'Release' }).click();
  await row.getByLabel('Reason').fill('The test file');
  await row.getByLabel('Current password').fill(admin.password);
  await row.getByRole('button', { name: 'Release' }).last().click();
  await expect(page.getByText('Nothing is quarantined.')).toBeVisible();
  expect(await bytes()).toEqual([200, eicar]);
  await reloadPage(visitor);
  await expect(visitor.getByText('virus.com').first()).toBeVisible();

  await clamd?.kill();
  await sendTo(aliasId, 'later.txt', 'nobody can tell');
  const [latest] = (await as.call(deliveries.search, { query: { alias: aliasId } })).items;
  await openPage(page, `${server.url}${paths.share(latest?.id ?? '')}`);
  const waiting = rowOf(page, 'later.txt');
  await expect(waiting).toContainText('Being checked');
  await expect(waiting.getByRole('link', { name: /Download/ })).toHaveCount(0);
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { onDatabase } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';
import { Nginx } from '../identity/nginx';

test.describe.configure({ mode: 'default' });

const run = promisify(execFile);
const proxyRefused = 'auth.proxyRefused';
const newPerson = () => `p${randomBytes(6).toString('hex')}`;

let server: TestServer;
let nginx: Nginx;
let unavailable: string | null = null;

test.beforeAll(async () => {
  nginx = await Nginx.make();
  server = await TestServer.make({
    env: { PROXY_AUTH: 'true', TRUSTED_PROXIES: '127.0.0.1', BASE_URL: nginx.url },
  });
  await server.start();
  unavailable = await nginx.start(`http://127.0.0.1:${server.port}`).then(
    () => null,
    (error: Error) => error.message,
  );
  if (unavailable) process.stdout.write(`No tests behind nginx: ${unavailable}\n`);
});
test.beforeEach(() => test.skip(unavailable !== null, `nginx can’t be had here: ${unavailable}`));
test.afterAll(async () => {
  await nginx.remove();
  await server.remove();
});

/** POST /open/auth/proxy by curl, which sends headers exactly as given. */
async function curl(
  base: string,
  headers: string[],
): Promise<{ success: boolean; user: string; code: string }> {
  const args = headers.flatMap((header) => ['-H', header]);
  const { stdout } = await run('curl', ['-s', '-X', 'POST', ...args, `${base}/api/v2/open/auth/proxy`]);
  return JSON.parse(stdout) as { success: boolean; user: string; code: string };
}

const as = (page: Page, person: string) =>
  page.context().addCookies([{ name: 'proxy_person', value: person, url: nginx.url }]);

test('the button signs in whom nginx names, and leads to the wanted page', async ({ page }) => {
  const person = newPerson();
  await as(page, person);
  await openPage(page, `${nginx.url}/app/uploads?q=plans`);
  await page.getByRole('button', { name: 'Sign in through the proxy' }).click();
  await expect(page).toHaveURL(`${nginx.url}/app/uploads?q=plans`);
  const query = 'SELECT login, source, admin, "loginCount" FROM "Account" WHERE login = $1';
  const { rows } = await onDatabase((client) => client.query(query, [person]), server.databaseUrl);
  expect(rows).toEqual([{ login: person, source: 'extern', admin: false, loginCount: 1 }]);
});

test('when nginx names nobody the person is told, in place', async ({ page }) => {
  await openPage(page, `${nginx.url}/app/login`);
  await page.getByRole('button', { name: 'Sign in through the proxy' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('hasn’t said who you are');
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(cookieNames.auth);
});

test('curl behind nginx is who nginx says, whatever it sends itself', async () => {
  const person = newPerson();
  const cookie = `Cookie: proxy_person=${person}`;
  expect(await curl(nginx.url, [cookie])).toMatchObject({ success: true, user: person });
  const spoofed = [cookie, 'X-Valid-User: admin', 'X_Valid_User: admin', 'X-Slipway-Proxy-User: admin'];
  expect(await curl(nginx.url, spoofed)).toMatchObject({ success: true, user: person });
  const refused = { success: false, code: proxyRefused };
  expect(await curl(nginx.url, spoofed.slice(1))).toMatchObject(refused);
  const tooLong = [`Cookie: proxy_person=${'x'.repeat(256)}`];
  expect(await curl(nginx.url, tooLong)).toMatchObject({ success: false, code: 'auth.proxyNameUnusable' });
});

test('where the client’s own headers pass, doubled and odd ones are refused', async () => {
  const bases = [`${nginx.url}/careless`, `http://127.0.0.1:${server.port}`];
  const name = newPerson();
  const refused = [
    [`X-Valid-User: ${name}`, `X-Valid-User: ${name}`],
    [`X-Valid-User: ${name}`, `x-valid-user: ${name}`],
    ['X-Valid-User;'],
    [`X_Valid_User: ${name}`],
    [`X-Slipway-Proxy-User: ${name}`],
  ];
  for (const base of bases) {
    expect(await curl(base, [`X-Valid-User: ${name}`])).toMatchObject({ success: true, user: name });
    for (const headers of refused) {
      expect(await curl(base, headers), headers.join(' + ')).toMatchObject({
        success: false,
        code: proxyRefused,
      });
    }
  }
  for (const odd of [`${name},${name}`, `${name} x`, `${name}/../admin`]) {
    const { success, user } = await curl(nginx.url.concat('/careless'), [`X-Valid-User: ${odd}`]);
    expect([success, user]).toEqual([true, expect.stringMatching(new RegExp(`^${name}.*@proxy$`))]);
  }
  const both = [`X-Valid-User: ${name}`, `X_Valid_User: ${name}`];
  expect(await curl(`http://127.0.0.1:${server.port}`, both)).toMatchObject({ code: proxyRefused });
});

test('the server’s own admin is not anybody whom the proxy names', async () => {
  const answer = await curl(nginx.url, ['Cookie: proxy_person=admin']);
  expect(answer).toMatchObject({ success: false, code: 'auth.otherSource' });
});

test('where the proxy is the only way in, nobody has to press a button', async ({ page }) => {
  const only = await TestServer.make({
    env: { PROXY_AUTH: 'true', TRUSTED_PROXIES: '127.0.0.0/8', HIDE_LOGIN_FORM: 'true' },
  });
  await only.start();
  const person = newPerson();
  await page.setExtraHTTPHeaders({ 'X-Valid-User': person });
  await openPage(page, `http://127.0.0.1:${only.port}/app/login?r=%2Fapp%2Fshare`);
  await expect(page).toHaveURL(`http://127.0.0.1:${only.port}/app/share`);
  await only.remove();
});

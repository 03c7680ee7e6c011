import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/http/names';
import { TestServer } from '@/testing/server/test-server';
import { ask } from '../gate/ask';
import { variantsFor } from '../gate/variants';

/** Trusts a proxy at an address that no test uses. */
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.make({ env: { PROXY_AUTH: 'true', TRUSTED_PROXIES: '192.0.2.0/24' } });
  await server.start();
});
afterAll(() => server.remove());

test('where a proxy signs people in, no header, method or spelling of a stranger’s does', async () => {
  const question = { method: 'POST', path: auth.proxy.path };
  const somebody = `somebody-${randomBytes(6).toString('hex')}`;
  const replies = await Promise.all(
    variantsFor(somebody).map(async ({ name, of }) => {
      const { status, headers } = await ask(of(question), { url: server.url });
      const cookies = headers['set-cookie'] ?? [];
      return {
        name,
        isIn: cookies.some((cookie) => cookie.startsWith(`${cookieNames.auth}=`)),
        failed: status >= 500 && status !== 501,
      };
    }),
  );
  expect(replies.filter(({ isIn, failed }) => isIn || failed)).toEqual([]);
});

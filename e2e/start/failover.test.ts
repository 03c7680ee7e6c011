import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { onDatabase } from '@/testing/server/database';
import { createShare, newServer, signIn } from './servers';

const draft = { name: 'Plans', validity: 3_600_000, maxViews: 1 };

test('while the database can only be read, changes are 503 with a sentence, readyz says so, and all is well afterwards', async () => {
  const server = await newServer();
  await server.start();
  const caller = await signIn(server);
  await createShare(caller, 'Before');
  const administer = (sql: string) =>
    onDatabase((client) => client.query(`SET transaction_read_only TO off; ${sql}`), server.databaseUrl);
  const create = () =>
    fetch(server.url + share.create.path, {
      method: 'POST',
      headers: caller.headers,
      body: JSON.stringify(draft),
    });
  const ready = () => fetch(`${server.url}/readyz`);

  // What a failover leaves behind: all connections lead to where nothing can be written.
  await administer(`ALTER DATABASE slipway SET default_transaction_read_only TO on;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'slipway'`);
  const refused = await create();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'server.unavailable' });
  await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(503);
  expect(await (await ready()).json()).toMatchObject({
    checks: { database: { ok: false, detail: 'the database can only be read' } },
  });

  await administer('ALTER DATABASE slipway SET default_transaction_read_only TO off');
  await Promise.all(Array.from({ length: 20 }, async () => expect((await create()).status).toBe(200)));
  await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(200);
  expect(server.process.output).not.toContain('[object Object]');
});

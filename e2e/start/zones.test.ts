import { expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { onDatabase } from '@/testing/people/account';
import { createShare, nameOf, newServer, signIn } from './servers';

/** Timestamps as PostgreSQL prints them, whatever its zone. */
const stored = `
  SELECT extract(epoch FROM p."publishedAt")::float8 * 1000 AS "at", to_char(p."publishUntil" AT TIME ZONE 'UTC',
    'YYYY-MM-DD HH24:MI:SS') AS "until", extract(epoch FROM p."publishUntil" - s."createdAt")::float8 AS "seconds"
  FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId"`;

/** Berlin followed by New York is among the environments of test/surroundings. */
const [zone, later] = ['America/New_York', 'Pacific/Apia'];

test(`a host and a database in ${zone}, later in ${later}, keep sessions, links and their ends`, async () => {
  const env = { TZ: zone };
  const server = await (await newServer({ env })).start();
  const setZone = (to: string) =>
    onDatabase(
      (client) => client.query(`ALTER DATABASE slipway SET timezone TO '${to}'`),
      server.databaseUrl,
    );
  const read = () => onDatabase(async (client) => (await client.query(stored)).rows, server.databaseUrl);
  await setZone(zone);
  await server.restart();

  const caller = await signIn(server);
  expect(await call(settings.getEmail, {}, caller)).toMatchObject({ email: null });
  const id = await createShare(caller, 'In its zone');
  const published = await call(share.publish, { params: { id }, body: { reuseId: true } }, caller);
  const before = await read();
  expect(before).toEqual([
    { at: expect.any(Number), until: expect.any(String), seconds: expect.any(Number) },
  ]);
  expect(Math.abs(before[0].at - Date.now())).toBeLessThan(60_000);
  expect(Math.round(before[0].seconds / 60)).toBe(60);

  env.TZ = later;
  await setZone(later);
  await server.restart();
  expect(await read()).toEqual(before);
  expect(await nameOf(caller, id)).toBe('In its zone');
  expect((await fetch(`${server.url}/api/v2/open/share/${published.id}`)).status).toBe(200);
});

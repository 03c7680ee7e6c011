import type net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { DelayedProxy } from '@/test/faults/lib/delayed-proxy';
import { administer } from '@/testing/service/template-database';
import { watchDatabase } from './watch';

function databaseAddress(): net.NetConnectOpts {
  const url = new URL(config().DATABASE_URL ?? '');
  const folder = url.searchParams.get('host');
  return folder
    ? { path: path.join(folder, '.s.PGSQL.5432') }
    : { host: url.hostname, port: Number(url.port || 5432) };
}

test('a database whose connections break is asked anew, and is away only when nobody takes new ones', async () => {
  const heard: string[] = [];
  const way = await DelayedProxy.to(databaseAddress());
  const { pathname } = new URL(config().DATABASE_URL ?? '');
  const watch = watchDatabase(`postgresql://postgres@127.0.0.1:${way.port}${pathname}`, {
    onAway: () => heard.push('away'),
    onBack: () => heard.push('back'),
    onAnswer: () => undefined,
  });
  await expect.poll(() => way.connections).toBe(1);
  way.breakAll();
  await expect.poll(() => way.connections, { timeout: 3_000 }).toBe(1);
  expect([heard, watch.isUp()]).toEqual([[], true]);

  way.isShut = true;
  way.breakAll();
  await expect.poll(() => watch.isUp(), { timeout: 3_000 }).toBe(false);
  way.isShut = false;
  await expect.poll(() => watch.isUp(), { timeout: 3_000 }).toBe(true);
  expect(heard).toEqual(['away', 'back']);
  watch.stop();
  await way.close();
});

test('a database that lets nobody new in is away, although the open connection still answers', async () => {
  const server = config().DATABASE_URL ?? '';
  const role = `watched_${newId().toLowerCase()}`;
  await administer(server, `CREATE ROLE ${role} LOGIN`);
  const url = new URL(server);
  url.username = role;
  const heard: string[] = [];
  const watch = watchDatabase(
    url.href,
    {
      onAway: (error) => heard.push(String(error)),
      onBack: () => heard.push('back'),
      onAnswer: () => heard.includes('answered') || heard.push('answered'),
    },
    { renewAfterMs: 500 },
  );
  onTestFinished(async () => {
    watch.stop();
    await expect.poll(() => administer(server, `DROP ROLE ${role}`).then(() => true, Error)).toBe(true);
  });
  await expect.poll(() => heard).toEqual(['answered']);
  await administer(server, `ALTER ROLE ${role} NOLOGIN`);
  await expect.poll(() => watch.isUp(), { timeout: 5_000 }).toBe(false);
  expect(heard[1]).toMatch(/not permitted to log in/);
  await administer(server, `ALTER ROLE ${role} LOGIN`);
  await expect.poll(() => heard.at(-1), { timeout: 5_000 }).toBe('back');
});

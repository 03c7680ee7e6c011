import type net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { config } from '@/lib/server/config';
import { DelayedProxy } from '@/test/faults/lib/delayed-proxy';
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

import { beforeAll, expect, test, vi } from 'vitest';
import { openContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { createReadiness } from './readiness';

const database = vi.hoisted(() => ({ DATABASE_URL: '' }));

vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...database }) };
});

const storage = openContext().storage;
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
  return own.remove;
});

test('a node whose database can only be read is not ready, and says why', async () => {
  database.DATABASE_URL = own.url;
  const look = () => createReadiness({ storage: () => storage, isRunning: () => true })();
  expect((await look()).database).toMatchObject({ ok: true });
  await own.db.$executeRawUnsafe(
    `ALTER DATABASE ${new URL(own.url).pathname.slice(1)} SET default_transaction_read_only TO on`,
  );
  expect((await look()).database).toMatchObject({ ok: false, detail: 'the database can only be read' });
});

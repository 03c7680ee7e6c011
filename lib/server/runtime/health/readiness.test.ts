import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { shortRetries, storageIn } from '@/testing/network/bucket';
import { startStrictBucket } from '@/testing/network/strict-bucket';
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

test('a node whose bucket refuses it says so with the service’s own code and words', async () => {
  database.DATABASE_URL = own.url;
  const strict = await startStrictBucket({ encryption: 'AES256' });
  onTestFinished(strict.stop);
  const bucket = storageIn(strict.settings, { retryPolicy: shortRetries });
  const look = createReadiness({ storage: () => bucket, isRunning: () => true });
  expect((await look()).storage).toMatchObject({ ok: false, detail: '403 AccessDenied: Access Denied' });
});

import pg from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { emptyDatabase, ownDatabase } from '@/testing/service/own-database';
import { administer } from '@/testing/service/template-database';
import { connectTo, disconnect } from './client';
import { Connection } from './connection';
import { executeDirect } from './direct';
import { isOutage } from './errors';
import { Prisma, type PrismaClient } from './generated/client';

const together = 12;
const each = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: together }, work));
const row = () => ({ key: newId(), value: 1 });

const insertRow = (db: PrismaClient) => {
  const { key } = row();
  return executeDirect(db, Prisma.sql`INSERT INTO "Setting" ("key", "value") VALUES (${key}, '1')`);
};

const ways: [string, (db: PrismaClient) => Promise<unknown>][] = [
  ['by Prisma', (db) => db.setting.create({ data: row() })],
  ['by a statement of our own', insertRow],
  ['in transactions', (db) => db.$transaction(async (tx) => tx.setting.create({ data: row() }))],
  ['in transactions of a list', (db) => db.$transaction([db.setting.create({ data: row() })])],
];

let url = '';
let db: PrismaClient;
const setReadOnly = (state: 'on' | 'off') =>
  administer(
    config().DATABASE_URL ?? '',
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only TO ${state}`,
  );

const warmUp = () =>
  Promise.all([
    each(() => db.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`),
    each(() => executeDirect(db, Prisma.sql`SELECT 1 FROM pg_sleep(0.2)`)),
  ]);

beforeEach(async () => {
  const own = await emptyDatabase();
  url = own.url;
  await administer(
    url,
    `CREATE TABLE "Setting" ("key" text PRIMARY KEY, "value" jsonb, "updatedAt" timestamptz(3) DEFAULT now(),
      "updatedBy" text, "version" integer DEFAULT 1)`,
  );
  db = connectTo(url);
  onTestFinished(async () => {
    await disconnect(db);
    await own.remove();
  });
});

test.each(ways)(
  'after a failover, writes %s go to connections that can write, each at its first try',
  async (_, write) => {
    await setReadOnly('on');
    await warmUp();
    await setReadOnly('off');
    await each(() => write(db));
    expect(await db.setting.count()).toBe(together);
  },
);

test.each(ways)(
  'while the database can only read, writes %s are refused as an outage, and reads go on',
  async (_, write) => {
    await setReadOnly('on');
    await warmUp();
    const failures = await each(() =>
      write(db).then(
        () => null,
        (error: unknown) => isOutage(error),
      ),
    );
    expect(new Set(failures)).toEqual(new Set([true]));
    expect(await db.setting.count()).toBe(0);
  },
);

const refusals: [string, (name: string) => string][] = [
  ['may not log in any more', (name) => `ALTER ROLE ${name} NOLOGIN`],
  ['may have no connection', (name) => `ALTER ROLE ${name} CONNECTION LIMIT 0`],
  ['may not enter the database', () => `REVOKE CONNECT ON DATABASE ${databaseName()} FROM public`],
  ['is gone', (name) => `DROP OWNED BY ${name}; DROP ROLE ${name}`],
];
const databaseName = () => new URL(url).pathname.slice(1);

test.each(ways.flatMap(([how, write]) => refusals.map(([what, sql]) => [how, what, write, sql] as const)))(
  'writes %s are refused as an outage while our role %s',
  async (_, __, write, sql) => {
    const role = `refused_${newId().toLowerCase()}`;
    await administer(url, `CREATE ROLE ${role} LOGIN; GRANT ALL ON "Setting" TO ${role}`);
    const theirs = new URL(url);
    theirs.username = role;
    const refused = connectTo(theirs.href);
    onTestFinished(async () => {
      await disconnect(refused);
      await administer(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => undefined);
    });
    await administer(url, sql(role));
    expect(await write(refused).then(() => null, isOutage)).toBe(true);
  },
);

test('a database of another name is an outage, too', async () => {
  const elsewhere = new URL(url);
  elsewhere.pathname += '_renamed';
  const away = connectTo(elsewhere.href);
  onTestFinished(() => void disconnect(away));
  for (const [, write] of ways) expect(await write(away).then(() => null, isOutage)).toBe(true);
});

test('a connection that only listens is made anew as well', async () => {
  await setReadOnly('on');
  const listening = new Connection(url);
  await listening.connect();
  const isOver = new Promise((resolve) => listening.once('end', () => resolve('over')));
  await warmUp();
  await setReadOnly('off');
  await insertRow(db);
  expect(await isOver).toBe('over');
});

test('a statement whose connection is ended by the database’s administrator runs on another one', async () => {
  const held = row();
  await db.setting.create({ data: held });
  const holder = connectTo(url);
  const waits = () => holder.$queryRaw<object[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let changing: Promise<unknown> = Promise.resolve();
  await holder.$transaction(async (tx) => {
    await tx.setting.update({ where: { key: held.key }, data: { value: 2 } });
    changing = Promise.all([
      db.setting.update({ where: { key: held.key }, data: { value: 3 } }),
      db.$transaction(async (own) => own.setting.update({ where: { key: held.key }, data: { value: 3 } })),
    ]);
    changing.catch(() => undefined);
    await expect.poll(async () => (await waits()).length).toBe(2);
    await holder.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  });
  await changing;
  expect(await db.setting.findUnique({ where: { key: held.key } })).toMatchObject({ value: 3 });
  await disconnect(holder);
});

test('the relations that a transaction asks for at once go to its connection one after the other', async () => {
  const waiting: number[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const { _activeQuery, _queryQueue } = this as unknown as {
      _activeQuery: unknown;
      _queryQueue: unknown[];
    };
    waiting.push(_queryQueue.length + (_activeQuery ? 1 : 0));
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never);
  const own = await ownDatabase();
  await own.db.account.create({ data: { id: 'ada', login: 'ada' } });
  const other = connectTo(own.url);
  onTestFinished(async () => {
    spy.mockRestore();
    await disconnect(other);
    await own.remove();
  });
  const include = { shares: true, aliases: true, webhooks: true, passkeys: true } as const;
  await other.$transaction((tx) => tx.account.findMany({ include }));
  expect(waiting.length).toBeGreaterThan(4);
  expect(Math.max(...waiting)).toBe(0);
});

import { PrismaPg } from '@prisma/adapter-pg';
import { expect, onTestFinished, test } from 'vitest';
import { recordEnds } from '@/lib/features/webhook/ends';
import { sendWebhooks } from '@/lib/features/webhook/send';
import { createWebhook } from '@/lib/features/webhook/webhooks';
import { Connection } from '@/lib/server/db/connection';
import { Prisma, PrismaClient } from '@/lib/server/db/generated/client';
import { knownMigrations, migrate } from '@/lib/server/db/migrate';
import { record } from '@/lib/server/journal/record';
import { publishShare } from '@/lib/server/services/share/publish';
import { receiveWebhooks } from '@/testing/network/webhook-receiver';
import { draftShare, inNewSession, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { emptyDatabase } from '@/testing/service/own-database';

const folder = 'prisma/migrations';
const journal = '20261129180000_one_journal';
const config = configWith({ WEBHOOK_HOSTS: '127.0.0.0/8' });
const hour = 3_600_000;

/** A database of the version before, in which triggers wrote what webhooks are told. */
async function databaseBefore(): Promise<{ db: PrismaClient; url: string }> {
  const { url, remove } = await emptyDatabase();
  onTestFinished(remove);
  await migrate(
    url,
    folder,
    // With those that came later, because the tests' client knows their columns.
    (await knownMigrations(folder)).filter((name) => name !== journal),
  );
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, Client: Connection }) });
  onTestFinished(() => db.$disconnect());
  return { db, url };
}

async function ownerOf(db: PrismaClient) {
  const now = new Date(Date.now() + 60_000);
  const hook = await receiveWebhooks(() => 200);
  onTestFinished(hook.close);
  const ctx = await inNewSession(await userContext({ db, config, now, source: 'extern' }));
  const { id: webhookId } = await createWebhook(ctx, {
    url: hook.url,
    events: ['share.published', 'share.ended', 'download.completed', 'delivery.completed'],
    format: 'json',
    withLinks: false,
    enabled: true,
    password: '',
    code: '',
  });
  const { id: shareId } = await draftShare(ctx, { name: 'Hafen' });
  const told = () => hook.received.map(({ body }) => JSON.parse(body).type).sort();
  return { ctx, shareId, webhookId: webhookId ?? '', told };
}

/** Things that happened before: each way of hearing of them has rows, sent and unsent. */
async function happenBefore({ ctx, shareId, webhookId }: Awaited<ReturnType<typeof ownerOf>>) {
  const { db, now } = ctx;
  const accountId = ctx.viewer.id;
  const publishUntil = new Date(now.getTime() - hour);
  await db.publication.create({
    data: { shareId, linkId: ctx.newId(), publishedAt: new Date(0), publishUntil, hookedEnd: publishUntil },
  });
  await db.$executeRaw`SELECT "recordShareEvent"('delivery.completed', ${shareId}, '{}', ${shareId})`;
  const done = { webhookId, event: 'share.published', data: { share: shareId }, tries: 1, dueAt: null };
  await db.webhookDelivery.create({ data: { id: 'evt_sent', ...done } });
  await db.notice.create({ data: { id: 'waiting', shareId, accountId, kind: 'firstDownload', dueAt: now } });
  await db.shareEvent.create({ data: { shareId, at: now, kind: 'limitReached', details: {} } });
  await db.unread.create({ data: { accountId, shareId } });
}

const tables = [
  'AuditEvent',
  'ShareEvent',
  'Notice',
  'Unread',
  'Webhook',
  'WebhookDelivery',
  'WebhookAttempt',
];

const rowsOf = async (db: PrismaClient) =>
  Promise.all(
    tables.map(
      (table) => db.$queryRaw<unknown[]>`SELECT t::text FROM ${Prisma.raw(`"${table}"`)} t ORDER BY 1`,
    ),
  );

test('a database of before keeps every row, and sends what waited and what comes once each', async () => {
  const { db, url } = await databaseBefore();
  const owner = await ownerOf(db);
  const { ctx, shareId, told } = owner;
  await happenBefore(owner);
  const before = await rowsOf(db);
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1, 3, 0]);

  await migrate(url, folder);
  expect(await rowsOf(db)).toEqual(before);

  await record(ctx, { event: 'delivery.complete', shareId, payload: {}, once: shareId }, db);
  await recordEnds(ctx);
  await sendWebhooks(ctx);
  const waited = ['delivery.completed', 'share.published'];
  expect(told()).toEqual(waited);
  await publishShare(ctx, { shareId, reuseId: true });
  await sendWebhooks(ctx);
  expect(told()).toEqual([...waited, 'share.published']);
});

test('triggers and SQL functions are left for search, order, totals, links, removal and jobs alone', async () => {
  const { db, url } = await databaseBefore();
  await migrate(url, folder);
  const count = async (query: Prisma.Sql) => Number((await db.$queryRaw<[{ n: bigint }]>(query))[0].n);
  const triggers = Prisma.sql`SELECT count(*) AS n FROM pg_trigger WHERE NOT tgisinternal`;
  const functions = Prisma.sql`
    SELECT count(*) AS n FROM pg_proc p LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
    WHERE pronamespace = 'public'::regnamespace AND d.objid IS NULL`;
  expect(await count(triggers)).toBeLessThanOrEqual(12);
  expect(await count(functions)).toBeLessThanOrEqual(10);
});

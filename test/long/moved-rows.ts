// `npm run test:long -- moved-rows`: a database of the version before the journal, with 100,000 shares and all that
// waits to be told, is moved by today's migrations. Every row stays, and each mail and event comes once. `SHARES=1000`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { recordEnds } from '@/lib/features/webhook/ends';
import { newSecret, sealSecret } from '@/lib/features/webhook/secret';
import { sendWebhooks } from '@/lib/features/webhook/send';
import { parseConfig } from '@/lib/server/config';
import { db } from '@/lib/server/db/client';
import { knownMigrations, migrate } from '@/lib/server/db/migrate';
import { smtpMailer } from '@/lib/server/mail/mailer';
import { socketFolder, startPostgres } from '@/lib/server/runtime/postgres/server';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { MailSink } from '@/testing/network/mail-sink';
import { receiveWebhooks } from '@/testing/network/webhook-receiver';
import { openContext } from '@/testing/service/context';
import { seedMoved } from './moved-rows-seed';

const folder = 'prisma/migrations';
/** The last migration of commit a2f40187. */
const lastBefore = '20261128233000_unannounced_deliveries';
const shares = Number(process.env.SHARES ?? 100_000);

const waitingNow = `SELECT (SELECT count(*) FROM "Notice") + (SELECT count(*) FROM "WebhookDelivery" WHERE "dueAt" IS NOT NULL) AS n`;

/** Columns that migrations change on purpose, of rows that there are. */
const changed: Record<string, readonly string[]> = { Account: ['vouchedAt'] };

/** The record of the migrations themselves. */
const records = '_prisma_migrations';

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`);
  process.stdout.write(`✓ ${sentence}\n`);
}

type Columns = Map<string, string[]>;

async function columnsOf(db: pg.Client): Promise<Columns> {
  const { rows } = await db.query<{ table: string; names: string[] }>(`
    SELECT table_name AS "table", array_agg(column_name::text ORDER BY column_name) AS "names"
    FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`);
  return new Map(rows.map(({ table, names }) => [table, names]));
}

/** Counts a table's rows, and sums up a hash of each by these columns. */
async function contentOf(
  db: pg.Client,
  table: string,
  columns: string[],
): Promise<[rows: number, sum: string]> {
  const row = columns.map((name) => `"${name}"`).join(', ');
  const { rows } = await db.query<{ rows: string; sum: string }>(`
    SELECT count(*) AS "rows", coalesce(sum(hashtextextended(ROW(${row})::text, 0)::numeric), 0)::text AS "sum"
    FROM "${table}"`);
  return [Number(rows[0]?.rows), rows[0]?.sum ?? ''];
}

/** Compares all columns that both have. */
async function compare(before: pg.Client, after: pg.Client): Promise<void> {
  const [were, are] = [await columnsOf(before), await columnsOf(after)];
  let [tables, total] = [0, 0];
  for (const [table, names] of were) {
    if (table === records) continue;
    const now = are.get(table) ?? [];
    const gone = names.filter((name) => !now.includes(name));
    if (gone.length > 0) check(false, `${table} has ${gone.join(', ')} still`);
    const columns = names.filter((name) => !changed[table]?.includes(name));
    const [old, moved] = [await contentOf(before, table, columns), await contentOf(after, table, columns)];
    if (old.join() !== moved.join()) check(false, `${table} is what it was: ${old} before, ${moved} after`);
    if (old[0] > 0) tables++;
    total += old[0];
  }
  check(total > shares, `${total} rows of ${tables} tables are what they were, in every column`);
}

const times = (ids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-moved-'));
fs.chmodSync(home, 0o711);
const dir = path.join(home, 'postgres');
fs.mkdirSync(dir, { mode: 0o711 });
const postgres = await startPostgres(dir, socketFolder(dir));
const clients: pg.Client[] = [];
const urlOf = (name: string) => {
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
};
const open = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
};
const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

const hook = await receiveWebhooks(() => 200);
const sink = await MailSink.open();
try {
  const names = (await knownMigrations(folder)).filter((name) => name <= lastBefore);
  const server = await open(postgres.url);
  await server.query('CREATE DATABASE "before"');
  await migrate(urlOf('before'), folder, names);
  Object.assign(process.env, {
    AUTH_SECRET: 'a secret of a program that moves rows',
    DATABASE_URL: urlOf('after'),
  });
  const began = performance.now();
  const waiting = await seedMoved(urlOf('before'), {
    shares,
    hookUrl: hook.url,
    secret: sealSecret('hook', newSecret()),
  });
  check(true, `${shares} shares are made in ${seconds(began)} s`);
  await server.query('CREATE DATABASE "after" TEMPLATE "before"');

  const moving = performance.now();
  const applied = await migrate(urlOf('after'), folder);
  check(applied.length > 5, `${applied.length} migrations move it in ${seconds(moving)} s`);
  const [before, after] = [await open(urlOf('before')), await open(urlOf('after'))];
  await compare(before, after);

  const env = { SMTP_URL: sink.url, MAIL_FROM: 'files@example.org', WEBHOOK_HOSTS: '127.0.0.0/8' };
  const config = parseConfig({ ...process.env, BASE_URL: 'https://files.example.org', ...env });
  const mail = smtpMailer(config, 60_000);
  const ctx = () => openContext({ config, mail, now: new Date() });
  // Twice each, as two nodes would, and once more afterwards.
  await Promise.all([recordEnds(ctx()), recordEnds(ctx())]);
  await Promise.all([sendWebhooks(ctx()), sendWebhooks(ctx()), sendNotices(ctx()), sendNotices(ctx())]);
  await recordEnds(ctx());
  // A busy machine breaks attempts off; they are repeated after five seconds, and mails after a minute.
  const waits = async () =>
    Number((await after.query(waitingNow)).rows[0].n) > 0 && performance.now() - moving < 600_000;
  while (await waits()) {
    await sendWebhooks(ctx());
    await sendNotices(ctx());
    await delay(1_000);
  }

  const events = times(hook.received.map(({ headers }) => String(headers['webhook-id'])));
  const kinds = times(hook.received.map(({ body }) => String(JSON.parse(body).type)));
  check(
    [...events.values()].every((n) => n === 1),
    `each of ${events.size} events came once`,
  );
  check(
    waiting.events.every((id) => events.has(id)),
    `among them the ${waiting.events.length} that waited`,
  );
  check(
    !waiting.sent.some((id) => events.has(id)),
    `and none of the ${waiting.sent.length} that had been sent`,
  );
  check(kinds.get('share.ended') === waiting.ends, `${waiting.ends} ends that nobody had told are told`);
  const mails = times(sink.mails.flatMap(({ to }) => to));
  check(
    waiting.addresses.every((address) => mails.get(address) === 1) && mails.size === waiting.addresses.length,
    `each of ${waiting.addresses.length} people whose mail waited got one`,
  );
  check(
    Number((await after.query('SELECT count(*) AS n FROM "Notice"')).rows[0].n) === 0,
    'no mail waits any more',
  );
  mail?.close();
  await db().$disconnect();
} finally {
  for (const client of clients) await client.end();
  hook.close();
  await sink.close();
  await postgres.stop();
  fs.rmSync(home, { recursive: true, force: true });
}
process.exit();

import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { WebhookEvent } from '@/lib/contract/webhook';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { notifyReceivers } from '@/lib/server/services/notice/notify-receivers';
import { reportLink } from '@/lib/server/services/oversight/take-report';
import { saveVerdict } from '@/lib/server/services/scan/verdict';
import { publishShare } from '@/lib/server/services/share/publish';
import { makeCertificates } from '@/testing/network/certificates';
import { receiveWebhooks } from '@/testing/network/webhook-receiver';
import { draftShare, inNewSession, newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { receiveFile, scanning } from '@/testing/service/scanned';
import { dueDeliveries, nextWebhook } from './due';
import { sendWebhooks } from './send';
import { createWebhook, testWebhook } from './webhooks';

let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
beforeEach(() => database.db.webhook.deleteMany());
afterAll(() => database.remove());

const config = configWith({ WEBHOOK_HOSTS: '127.0.0.0/8', ABUSE_MAIL: 'abuse@example.org' });
const address = { host: '127.0.0.1', port: 1 };

async function receiver(status: (count: number) => number | Promise<number> = () => 200) {
  const hook = await receiveWebhooks(status);
  onTestFinished(hook.close);
  return { url: hook.url, events: () => hook.received.map(({ body }) => JSON.parse(body)) };
}

async function account(over: { admin?: boolean } = {}) {
  const now = new Date(Date.now() + 60_000);
  return inNewSession(await userContext({ db: database.db, config, now, source: 'extern', ...over }));
}

const hookOf = (ctx: UserContext, url: string, events: WebhookEvent[] = ['share.published']) =>
  createWebhook(ctx, {
    url,
    events,
    format: 'json',
    withLinks: false,
    enabled: true,
    password: '',
    code: '',
  });

/** A delivery of these files through an inbox where all is scanned. */
async function delivered(ctx: UserContext, names: string[]) {
  const alias = await ownAlias(ctx);
  const { id: shareId } = await draftShare(ctx);
  await ctx.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  const by = scanning(ctx, { address });
  for (const name of names) await receiveFile(by, { shareId, name, content: name });
  const notify = async () =>
    notifyReceivers({ ...(await newAliasPass(ctx, alias.id)), db: ctx.db }, { shareId }).catch(
      () => undefined,
    );
  const decide = async (name: string, verdict: Parameters<typeof saveVerdict>[2]) => {
    const row = await ctx.db.file.findFirstOrThrow({ where: { shareId, name } });
    await saveVerdict(by, { ...row, sizeBytes: Number(row.sizeBytes) }, verdict);
  };
  return { shareId, notify, decide };
}

test('a delivery is told of when all its files have a verdict, with what is available alone', async () => {
  const { url, events } = await receiver();
  const ctx = await account();
  await hookOf(ctx, url, ['delivery.completed']);
  const { shareId, notify, decide } = await delivered(ctx, ['bill', 'virus', 'letter']);
  await notify();
  await decide('bill', { scan: 'clean' });
  await decide('virus', { scan: 'infected', name: 'Eicar' });
  expect(await sendWebhooks(ctx)).toBe(0);
  expect(await nextWebhook(ctx)).toBeNull();
  await decide('letter', { scan: 'unscannable', reason: 'encrypted' });
  expect(await nextWebhook(ctx)).not.toBeNull();
  await sendWebhooks(ctx);
  const data = { share: shareId, files: 2, size: 'billletter'.length, quarantined: 1 };
  expect(events()).toMatchObject([{ type: 'delivery.completed', data }]);
  expect(JSON.stringify(events())).not.toContain('virus');
});

test('a delivery that is clean, or isn’t scanned, is told of as it came', async () => {
  const { url, events } = await receiver();
  const ctx = await account();
  await hookOf(ctx, url, ['delivery.completed']);
  const { shareId, notify, decide } = await delivered(ctx, ['bill']);
  await notify();
  await decide('bill', { scan: 'clean' });
  await sendWebhooks(ctx);
  expect(events()[0].data).toEqual({ share: shareId, name: 'Plans', inbox: 'Inbox', files: 1, size: 4 });
});

test('reports and viruses are told to admins’ webhooks alone, those of who owns the share left out', async () => {
  const [owners, admins] = [await receiver(), await receiver()];
  const [ctx, admin] = [await account(), await account({ admin: true })];
  await hookOf(admin, admins.url, ['report.created', 'file.infected']);
  const { id } = await hookOf(ctx, owners.url);
  await ctx.db.webhook.update({ where: { id }, data: { events: ['report.created', 'file.infected'] } });
  const { shareId, decide } = await delivered(ctx, ['virus']);
  await decide('virus', { scan: 'infected', name: 'Eicar' });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  await reportLink({ ...ctx, viewer: null }, { linkId, reason: 'malware', text: 'A virus' });
  await sendWebhooks(ctx);
  const told = admins.events().sort((a, b) => a.type.localeCompare(b.type));
  expect(told).toMatchObject([
    { type: 'file.infected', data: { share: shareId } },
    { type: 'report.created', data: { share: shareId, reason: 'malware' } },
  ]);
  expect(JSON.stringify(told)).not.toContain(linkId);
  expect(owners.events()).toEqual([]);
});

/** A promise, and what keeps it. */
function promised<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

test('a receiver that hangs holds up no other, nor what comes for others meanwhile', async () => {
  const [hangs, answer, arrived] = [promised<void>(), promised<number>(), promised<void>()];
  const hanging = await receiver(() => {
    hangs.keep();
    return answer.promise;
  });
  const quick = await receiver(() => {
    arrived.keep();
    return 200;
  });
  const ctx = await account();
  const [slow, other] = [await hookOf(ctx, hanging.url), await hookOf(ctx, quick.url)];
  await testWebhook(ctx, slow);
  const sending = sendWebhooks(ctx);
  await hangs.promise;
  await testWebhook(ctx, other);
  await arrived.promise;
  expect(await ctx.db.webhookAttempt.count({ where: { webhookId: slow.id } })).toBe(0);
  answer.keep(200);
  expect(await sending).toBe(2);
});

test('webhooks have places by the webhook, so that many events of one leave room for others', async () => {
  const ctx = await account();
  const { url } = await receiver();
  const [busy, other] = [await hookOf(ctx, url), await hookOf(ctx, url)];
  await ctx.db.$executeRaw`
    INSERT INTO "WebhookDelivery" ("id", "webhookId", "event", "data", "dueAt")
    SELECT 'evt_' || n, ${busy.id}, 'test', '{}', now() - n * interval '1 second' FROM generate_series(1, 10000) n`;
  await testWebhook(ctx, other);
  await ctx.db.$executeRaw`ANALYZE "WebhookDelivery"`;
  const limits = { isFailing: false, webhooks: 2, batch: 10, except: [], leaseMs: 1 };
  const taken = dueDeliveries(ctx.now, limits);
  const plan = await ctx.db.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${taken}`);
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines.match(/Index Scan using "WebhookDelivery_webhookId_dueAt_idx"/g)).toHaveLength(2);
  expect(lines).not.toContain('Seq Scan on "WebhookDelivery"');
  const rows = await ctx.db.$queryRaw<{ webhookId: string }[]>(taken);
  expect(rows.filter(({ webhookId }) => webhookId === busy.id)).toHaveLength(10);
  expect(rows.filter(({ webhookId }) => webhookId === other.id)).toHaveLength(1);
});

test('a certificate that nobody vouches for is told from a way that leads nowhere', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-hook-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  makeCertificates(folder);
  const [cert, key] = ['server.pem', 'server.key'].map((name) => fs.readFileSync(path.join(folder, name)));
  const server = https.createServer({ cert, key }, (_, answer) => void answer.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ctx = await account();
  for (const [url, failure] of [
    [`https://127.0.0.1:${port}/`, 'certificate'],
    ['http://127.0.0.1:1/', 'connection'],
    ['http://nowhere.invalid/', 'address'],
  ] as const) {
    const { id } = await hookOf(ctx, url);
    await testWebhook(ctx, { id });
    await sendWebhooks(ctx);
    expect(await database.db.webhookAttempt.findMany({ where: { webhookId: id } })).toMatchObject([
      { failure },
    ]);
  }
});

import 'server-only';
import { adminWebhookEvents } from '@/lib/contract/webhook';
import type { Context } from '@/lib/server/context';
import { Prisma, type Webhook } from '@/lib/server/db/generated/client';
import { queueAccountMail } from '@/lib/server/services/account-code/outbox';
import { composeDelivery, type DueDelivery } from './compose';
import { ForbiddenAddress, postChecked } from './outgoing';
import { recordEnds } from './record-event';
import { signedHeaders } from './secret';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const timeoutMs = 10 * second;

/** Pauses after each failure; after the last one the event is given up. */
export const retryMs = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 24].map((n) => n * hour)];

/** A webhook that has failed for so long is turned off. */
const patienceMs = 5 * 24 * hour;

const keptMs = 30 * 24 * hour;
const keptAttempts = 50;

/** At once for each webhook; one that fails gets one at a time, so that it holds up the others for as little as possible. */
const batch = 10;

/** Then the job ends for a moment, so that a long queue doesn't hold up what ends by itself. */
const longestRunMs = minute;

/** Longer than an attempt: nobody else takes it meanwhile. */
const heldMs = 30 * second;

type Attempt = { status: number | null; failure: string | null };

/** Sends due events and returns the number that got through. What ends a process repeats an event rather than losing it. */
export async function sendWebhooks(ctx: Context): Promise<number> {
  const startedMs = performance.now();
  for (let sent = 0, passedMs = 0; ; passedMs = Math.floor(performance.now() - startedMs)) {
    const round = { ...ctx, now: new Date(ctx.now.getTime() + passedMs) };
    const due = passedMs < longestRunMs ? await takeDue(round) : [];
    if (due.length === 0) return sent;
    const outcomes = await Promise.all(due.map((delivery) => sendOne(round, delivery)));
    sent += outcomes.filter(({ failure }) => failure === null).length;
    for (const webhookId of new Set(due.map((each) => each.webhookId))) await forgetAttempts(ctx, webhookId);
  }
}

/** Records what ends by itself, and returns when there is something to do next. */
export async function nextWebhook(ctx: Context): Promise<Date | null> {
  const end = await recordEnds(ctx);
  const [next] = await ctx.db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(d."dueAt") AS "at" FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId"
    JOIN "Account" a ON a."id" = w."accountId"
    WHERE ${mayReceive} AND d."dueAt" IS NOT NULL`;
  const times = [end, next?.at ?? null].flatMap((at) => (at === null ? [] : [at.getTime()]));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Nothing of accounts that are no longer active, and nothing for admins of those who aren't any more. */
const mayReceive = Prisma.sql`w."enabled" AND a."state" = 'Active' AND a."deletingAt" IS NULL
  AND (a."admin" OR d."event" NOT IN (${Prisma.join(adminWebhookEvents)}))`;

const takeDue = ({ db, now }: Context) => db.$queryRaw<DueDelivery[]>`
  WITH due AS (
    SELECT d."id", w."url", w."format", w."secret", w."oldSecret", w."oldUntil", w."withLinks", w."accountId",
      w."failingSince", a."language"
    FROM "Webhook" w JOIN "Account" a ON a."id" = w."accountId" CROSS JOIN LATERAL (
      SELECT d."id" FROM "WebhookDelivery" d
      WHERE d."webhookId" = w."id" AND d."dueAt" <= ${now}
        AND ${mayReceive}
      ORDER BY d."dueAt" LIMIT CASE WHEN w."failingSince" IS NULL THEN ${batch}::int ELSE 1 END
      FOR UPDATE SKIP LOCKED) d)
  UPDATE "WebhookDelivery" t SET "tries" = t."tries" + 1, "dueAt" = ${new Date(now.getTime() + heldMs)}
  FROM due WHERE t."id" = due."id"
  RETURNING t."webhookId", t."event", t."data", t."createdAt", t."tries", due.*`;

async function sendOne(ctx: Context, delivery: DueDelivery): Promise<Attempt> {
  const attempt = await post(ctx, delivery);
  await ctx.db.$transaction(async (tx) => {
    const { webhookId, accountId } = delivery;
    const [webhook] = await tx.$queryRaw<Pick<Webhook, 'failingSince' | 'enabled'>[]>`
      SELECT "failingSince", "enabled" FROM "Webhook" WHERE "id" = ${webhookId} FOR NO KEY UPDATE`;
    if (!webhook) return;
    const failingSince = attempt.failure === null ? null : (webhook.failingSince ?? ctx.now);
    const isOver = failingSince !== null && ctx.now.getTime() - failingSince.getTime() >= patienceMs;
    await tx.webhookAttempt.create({ data: { deliveryId: delivery.id, webhookId, at: ctx.now, ...attempt } });
    const dueAt = attempt.failure === null ? null : nextTry(ctx, delivery);
    await tx.webhookDelivery.update({ where: { id: delivery.id }, data: { dueAt } });
    await tx.webhook.update({
      where: { id: webhookId },
      data: { failingSince, ...(isOver && { enabled: false }) },
    });
    if (!isOver || !webhook.enabled) return;
    await tx.notice.deleteMany({ where: { id: webhookId } });
    await queueAccountMail(ctx, tx, { kind: 'webhookOff', id: webhookId, accountId });
  });
  return attempt;
}

function nextTry({ now }: Context, { tries }: DueDelivery): Date | null {
  const pauseMs = retryMs[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

async function post(ctx: Context, delivery: DueDelivery): Promise<Attempt> {
  const { webhookId, id: deliveryId, url } = delivery;
  const { type, body } = await composeDelivery(ctx, delivery);
  const signed = signedHeaders({ ...delivery, id: webhookId }, { deliveryId, body, now: ctx.now });
  if (!signed) return { status: null, failure: 'secret' };
  const headers = { 'content-type': type, 'user-agent': 'Slipway', ...signed };
  try {
    const allowed = ctx.config.WEBHOOK_HOSTS;
    const status = await postChecked({ url, headers, body }, { allowed, timeoutMs });
    return { status, failure: status >= 200 && status < 300 ? null : 'status' };
  } catch (error) {
    return { status: null, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'address';
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return isLate ? 'timeout' : 'connection';
}

async function forgetAttempts({ db, now }: Context, webhookId: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "WebhookAttempt" WHERE "webhookId" = ${webhookId} AND "id" <= (
      SELECT "id" FROM "WebhookAttempt" WHERE "webhookId" = ${webhookId} ORDER BY "id" DESC OFFSET ${keptAttempts} LIMIT 1)`;
  await db.webhookDelivery.deleteMany({
    where: { dueAt: null, createdAt: { lt: new Date(now.getTime() - keptMs) } },
  });
}

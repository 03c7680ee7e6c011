import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import type { Webhook } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { composeDelivery, type DueDelivery } from './compose';
import { takeDue } from './due';
import { ForbiddenAddress, postChecked } from './outgoing';
import { signedHeaders } from './secret';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const timeoutMs = 10 * second;

/** Pauses after each failure; after the last one the event is given up. */
export const retryMs = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 24].map((n) => n * hour)];

/** The receiver's answer by which it wants no more: its webhook is turned off at once. */
const gone = 410;

/** A webhook that has failed for so long is turned off. */
const patienceMs = 5 * 24 * hour;

const keptMs = 30 * 24 * hour;
const keptAttempts = 50;

/** At once. Those that fail get less and places of their own: what hangs holds up no other. */
const places = [
  { isFailing: false, webhooks: 50, batch: 10 },
  { isFailing: true, webhooks: 50, batch: 1 },
];

/** Then the job ends for a moment, so that a long queue doesn't hold up what ends by itself. */
const longestRunMs = minute;

/** Longer than an attempt: nobody else takes it meanwhile. */
const leaseMs = 30 * second;

/** So often a run looks for what others wait for while an attempt lasts. */
const lookMs = second;

type Attempt = { status: number | null; failure: string | null };
type Outcome = Attempt & { retryMs?: number };

/** A receiver is waited for so long at most, when it asks for it. */
const longestAskedMs = hour;

/** Sends due events and returns the number that got through. What ends a process repeats an event rather than losing it. */
export async function sendWebhooks(ctx: Context): Promise<number> {
  const startedMs = performance.now();
  const works = places.map((place) => ({ ...place, busy: new Map<string, Promise<void>>() }));
  const running = () => works.flatMap(({ busy }) => [...busy.entries()]);
  let sent = 0;
  const sendAll = async (round: Context, webhookId: string, due: readonly DueDelivery[]) => {
    const attempts = await Promise.all(due.map((delivery) => sendOne(round, delivery)));
    sent += attempts.filter(({ failure }) => failure === null).length;
    await forgetAttempts(ctx, webhookId);
    for (const { busy } of works) busy.delete(webhookId);
  };
  const beginDue = async (round: Context, { isFailing, webhooks, batch, busy }: (typeof works)[number]) => {
    const except = running().map(([id]) => id);
    const limits = { isFailing, batch, webhooks: webhooks - busy.size, except, leaseMs };
    for (const [id, due] of await takeDue(round, limits)) busy.set(id, sendAll(round, id, due));
  };
  for (;;) {
    const passedMs = Math.floor(performance.now() - startedMs);
    const round = { ...ctx, now: new Date(ctx.now.getTime() + passedMs) };
    for (const work of works) {
      // A hanging receiver is cut off with the run.
      const isOver = passedMs >= longestRunMs - (work.isFailing ? timeoutMs : 0);
      if (!isOver) await beginDue(round, work);
    }
    if (running().length === 0) break;
    await Promise.race([sleep(lookMs, undefined, { ref: false }), ...running().map(([, work]) => work)]);
  }
  await forgetDeliveries(ctx);
  return sent;
}

async function sendOne(ctx: Context, delivery: DueDelivery): Promise<Attempt> {
  const { retryMs: askedMs = 0, ...attempt } = await post(ctx, delivery);
  await ctx.db.$transaction(async (tx) => {
    const { webhookId, accountId } = delivery;
    const [webhook] = await tx.$queryRaw<Pick<Webhook, 'failingSince' | 'enabled'>[]>`
      SELECT "failingSince", "enabled" FROM "Webhook" WHERE "id" = ${webhookId} FOR NO KEY UPDATE`;
    if (!webhook) return;
    const failingSince = attempt.failure === null ? null : failureBegan(ctx, delivery, webhook);
    const isOver = attempt.status === gone || isPatienceOver(ctx, failingSince);
    await tx.webhookAttempt.create({ data: { deliveryId: delivery.id, webhookId, at: ctx.now, ...attempt } });
    const dueAt = attempt.failure === null ? null : nextTry(ctx, delivery, askedMs);
    await tx.webhookDelivery.update({ where: { id: delivery.id }, data: { dueAt } });
    await tx.webhook.update({
      where: { id: webhookId },
      data: { failingSince, ...(isOver && { enabled: false }) },
    });
    if (!isOver || !webhook.enabled) return;
    await record(ctx, { event: 'webhook.turnOff', mail: { id: webhookId, accountId } }, tx);
  });
  return attempt;
}

/** A test that fails begins none: nothing real was missed. */
const failureBegan = (
  { now }: Context,
  { event }: DueDelivery,
  { failingSince }: Pick<Webhook, 'failingSince'>,
): Date | null => failingSince ?? (event === 'test' ? null : now);

const isPatienceOver = ({ now }: Context, failingSince: Date | null) =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= patienceMs;

/** None for a test: its sender is there and can ask again. */
function nextTry({ now }: Context, { tries, event }: DueDelivery, askedMs: number): Date | null {
  const pauseMs = event === 'test' ? undefined : retryMs[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + Math.max(pauseMs, askedMs));
}

/** @param text a number of seconds, or a date */
function askedPause({ now }: Context, text: string | null): number {
  const pauseMs = /^\d+$/.test(text ?? '') ? Number(text) * second : Date.parse(text ?? '') - now.getTime();
  return Math.min(longestAskedMs, Math.max(0, pauseMs || 0));
}

async function post(ctx: Context, delivery: DueDelivery): Promise<Outcome> {
  const { webhookId, id: deliveryId, url } = delivery;
  const { type, body } = await composeDelivery(ctx, delivery);
  const signed = signedHeaders({ ...delivery, id: webhookId }, { deliveryId, body, now: ctx.now });
  if (!signed) return { status: null, failure: 'secret' };
  const headers = { 'content-type': type, 'user-agent': 'Slipway', ...signed };
  try {
    const allowed = ctx.config.WEBHOOK_HOSTS;
    const { status, retryAfter } = await postChecked({ url, headers, body }, { allowed, timeoutMs });
    const failure = status >= 200 && status < 300 ? null : 'status';
    return { status, failure, retryMs: askedPause(ctx, retryAfter) };
  } catch (error) {
    const failure = failureOf(error);
    ctx.log.warn(
      { event: 'webhook.failed', webhook: webhookId, failure, err: error },
      'a webhook got no answer',
    );
    return { status: null, failure };
  }
}

function failureOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'address';
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return isLate ? 'timeout' : new OutsideFailure('connection', error).place;
}

const forgetAttempts = ({ db }: Context, webhookId: string) => db.$executeRaw`
  DELETE FROM "WebhookAttempt" WHERE "webhookId" = ${webhookId} AND "id" <= (
    SELECT "id" FROM "WebhookAttempt" WHERE "webhookId" = ${webhookId} ORDER BY "id" DESC OFFSET ${keptAttempts} LIMIT 1)`;

const forgetDeliveries = ({ db, now }: Context) =>
  db.webhookDelivery.deleteMany({
    where: { dueAt: null, createdAt: { lt: new Date(now.getTime() - keptMs) } },
  });

import 'server-only';
import { isIP } from 'node:net';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import { AppError } from '@/lib/contract/errors';
import {
  adminWebhookEvents,
  maxWebhookAttempts,
  maxWebhooks,
  type WebhookAttemptItem,
  type WebhookFields,
  type WebhookItem,
} from '@/lib/contract/webhook';
import { canParseUrl } from '@/lib/domain/url';
import { insertTest } from '@/lib/features/webhook/deliveries';
import { lockLiveSession } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, Webhook } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { countTries } from '@/lib/server/limits/attempt';
import { proofAsked, proveOwner } from '@/lib/server/services/factor/prove-owner';
import { callableAddresses, ForbiddenAddress } from './outgoing';
import { newSecret, sealSecret } from './secret';

const dayMs = 24 * 3_600_000;

export async function listWebhooks(ctx: UserContext) {
  const rows = await ctx.db.webhook.findMany({
    where: { accountId: ctx.viewer.id },
    include: { _count: { select: { deliveries: { where: { dueAt: { not: null } } } } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  const items = rows.map(({ failingSince, createdAt, _count, ...row }) => ({
    ...row,
    failingSince: failingSince?.getTime() ?? null,
    waiting: _count.deliveries,
    created: createdAt.getTime(),
  })) satisfies WebhookItem[];
  return { items, asks: await proofAsked(ctx) };
}

/** @throws request.invalid, webhook.address, webhook.tooMany, auth.required if the session is over, and as `proveOwner` */
export async function createWebhook(
  ctx: UserContext,
  { password, code, ...fields }: WebhookFields & OwnerProof,
) {
  await checkFields(ctx, fields);
  await proveOwner(ctx, { password, code }, 'webhook.create');
  const [id, secret] = [ctx.newId(), newSecret()];
  await ctx.db.$transaction(async (tx) => {
    if (!(await lockLiveSession(tx, ctx))) throw new AppError('auth.required');
    const accountId = ctx.viewer.id;
    const count = await tx.webhook.count({ where: { accountId } });
    if (count >= maxWebhooks) throw new AppError('webhook.tooMany', { max: maxWebhooks });
    await tx.webhook.create({
      data: {
        id,
        accountId,
        ...fields,
        secret: sealSecret(id, secret),
        endsSince: ctx.now,
        createdAt: ctx.now,
      },
    });
    const mail = toOwner(ctx, fields);
    await record(ctx, { event: 'webhook.create', ...entryOf(fields, id), mail }, tx);
  });
  return { id, secret };
}

/**
 * A change gives a webhook that failed another chance.
 * @throws webhook.notFound, request.changed if it needs a proof only now, and as creating does
 */
export async function changeWebhook(
  ctx: UserContext,
  { id, password, code, ...fields }: WebhookFields & OwnerProof & { id: string },
) {
  const isProven = hearsMore(fields, await requireOwn(ctx, ctx.db, id));
  await checkFields(ctx, fields);
  if (isProven) await proveOwner(ctx, { password, code }, 'webhook.modify');
  await ctx.db.$transaction(async (tx) => {
    const before = await lockOwn(ctx, tx, id);
    const { enabled, events } = before;
    const isTold = hearsMore(fields, before);
    if (isTold && !isProven) throw new AppError('request.changed', { field: 'url' });
    const heardEnds = enabled && events.includes('share.ended');
    const data = { ...fields, failingSince: null, ...(!heardEnds && { endsSince: ctx.now }) };
    await tx.webhook.update({ where: { id }, data });
    const mail = isTold ? toOwner(ctx, fields) : null;
    await record(ctx, { event: 'webhook.modify', ...entryOf(fields, id), mail }, tx);
  });
}

/** @throws webhook.notFound */
export async function removeWebhook(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const webhook = await lockOwn(ctx, tx, id);
    await tx.webhook.delete({ where: { id } });
    await record(ctx, { event: 'webhook.remove', ...entryOf(webhook, id) }, tx);
  });
}

/** @throws webhook.notFound */
export async function rotateSecret(ctx: UserContext, { id }: { id: string }): Promise<{ secret: string }> {
  const secret = newSecret();
  await ctx.db.$transaction(async (tx) => {
    const webhook = await lockOwn(ctx, tx, id);
    const oldUntil = new Date(ctx.now.getTime() + dayMs);
    const data = { secret: sealSecret(id, secret), oldSecret: webhook.secret, oldUntil };
    await tx.webhook.update({ where: { id }, data });
    const { object, details } = entryOf(webhook, id);
    const rotated = { ...details, rotated: true };
    await record(ctx, { event: 'webhook.modify', object, details: rotated, mail: null }, tx);
  });
  return { secret };
}

/** It is tried once. @throws webhook.notFound, webhook.off, limit.attempts */
export async function testWebhook(ctx: UserContext, { id }: { id: string }): Promise<void> {
  const { now } = ctx;
  await countTest(ctx);
  await ctx.db.$transaction(async (tx) => {
    requireEnabled(await lockOwn(ctx, tx, id));
    await insertTest(tx, { id: `evt_${ctx.newId()}`, webhookId: id, now });
  });
}

const countTest = (ctx: UserContext) => countTries(ctx, [{ limit: 'webhookTest', of: [ctx.viewer.id] }]);

/** Its pauses begin anew. @throws webhook.notFound, webhook.off, limit.attempts */
export async function sendAgain(ctx: UserContext, { id, delivery }: { id: string; delivery: string }) {
  requireEnabled(await requireOwn(ctx, ctx.db, id));
  await countTest(ctx);
  const { count } = await ctx.db.webhookDelivery.updateMany({
    where: { id: delivery, webhookId: id },
    data: { dueAt: ctx.now, tries: 0 },
  });
  if (count === 0) throw new AppError('webhook.notFound');
}

/** @throws webhook.notFound */
export async function listAttempts(ctx: UserContext, { id }: { id: string }) {
  await requireOwn(ctx, ctx.db, id);
  const rows = await ctx.db.webhookAttempt.findMany({
    where: { webhookId: id },
    include: { delivery: true },
    orderBy: { id: 'desc' },
    take: maxWebhookAttempts,
  });
  const items = rows.map(
    ({ id: attemptId, deliveryId, at, status, failure, delivery: { event, dueAt } }): WebhookAttemptItem => ({
      id: String(attemptId),
      delivery: deliveryId,
      event,
      at: at.getTime(),
      status,
      failure,
      next: dueAt?.getTime() ?? null,
    }),
  );
  return { items };
}

async function checkFields({ viewer, config }: UserContext, { url, events }: WebhookFields): Promise<void> {
  const { protocol, hostname, username, password } = canParseUrl(url) ? new URL(url) : new URL('x:');
  if (!/^https?:$/.test(protocol) || username || password)
    throw new AppError('request.invalid', { field: 'url', reason: 'notAnAddress' });
  if (!viewer.admin && events.some((event) => adminWebhookEvents.some((name) => name === event)))
    throw new AppError('request.invalid', { field: 'events', reason: 'unsupported' });
  // A name isn't looked up here: the answer would tell strangers to this network which names it has.
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isForbidden = (error: unknown) => error instanceof ForbiddenAddress;
  if (isAddress && (await callableAddresses(hostname, config.WEBHOOK_HOSTS).then(() => false, isForbidden)))
    throw new AppError('webhook.address');
}

/** Somebody else is told, or is told the links. */
const hearsMore = (
  { url, withLinks }: Pick<WebhookFields, 'url' | 'withLinks'>,
  before: Pick<Webhook, 'url' | 'withLinks'>,
) => url !== before.url || (withLinks && !before.withLinks);

const toOwner = ({ viewer }: UserContext, { url, withLinks }: WebhookFields) => ({
  accountId: viewer.id,
  facts: { title: new URL(url).host, withLinks },
});

async function requireOwn({ viewer }: UserContext, db: Prisma.TransactionClient, id: string) {
  const webhook = await db.webhook.findFirst({ where: { id, accountId: viewer.id } });
  if (!webhook) throw new AppError('webhook.notFound');
  return webhook;
}

/** Until the transaction ends nobody else changes or deletes it. @throws webhook.notFound */
async function lockOwn({ viewer }: UserContext, tx: Prisma.TransactionClient, id: string): Promise<Webhook> {
  const [webhook] = await tx.$queryRaw<Webhook[]>`
    SELECT * FROM "Webhook" WHERE "id" = ${id} AND "accountId" = ${viewer.id} FOR UPDATE`;
  if (!webhook) throw new AppError('webhook.notFound');
  return webhook;
}

function requireEnabled({ enabled }: Webhook): void {
  if (!enabled) throw new AppError('webhook.off');
}

/** Without path, which may be a secret of the receiver. */
const entryOf = ({ url }: { url: string }, id: string) =>
  ({ object: { type: 'webhook', id }, details: { host: new URL(url).host } }) as const;

import 'server-only';
import { adminWebhookEvents } from '@/lib/contract/webhook';
import type { Context } from '@/lib/server/context';
import { canLeave, isChecked } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import type { DueDelivery } from './compose';
import { recordEnds } from './ends';

/**
 * Of `"Webhook" w` of `"Account" a`: nothing of accounts that are no longer active, nothing for admins of those who aren't
 * any more, and no delivery while a file of it waits for its scan.
 */
const isWaiting = Prisma.sql`d."webhookId" = w."id" AND d."dueAt" IS NOT NULL
  AND w."enabled" AND a."state" = 'Active' AND a."deletingAt" IS NULL
  AND (a."admin" OR d."event" NOT IN (${Prisma.join(adminWebhookEvents)}))
  AND (d."event" <> 'delivery.completed' OR ${isChecked(Prisma.raw(`d."data" ->> 'share'`))})`;

/** Every webhook with when it has something to send next. Index: WebhookDelivery_webhookId_dueAt_idx. */
const waitingWebhooks = Prisma.sql`"Webhook" w JOIN "Account" a ON a."id" = w."accountId" CROSS JOIN LATERAL (
  SELECT d."dueAt" FROM "WebhookDelivery" d WHERE ${isWaiting} ORDER BY d."dueAt" LIMIT 1) next`;

type DueLimits = {
  isFailing: boolean;
  webhooks: number;
  /** For each webhook. */
  batch: number;
  except: readonly string[];
  leaseMs: number;
};

/** Those who have waited longest come first. What is quarantined of a delivery isn't counted as arrived. */
export const dueDeliveries = (
  now: Date,
  { isFailing, webhooks, batch, except, leaseMs }: DueLimits,
) => Prisma.sql`
  WITH chosen AS (
    SELECT w.*, a."state", a."deletingAt", a."admin", a."language" FROM ${waitingWebhooks}
    WHERE next."dueAt" <= ${now} AND (w."failingSince" IS NOT NULL) = ${isFailing} AND w."id" <> ALL (${except})
    ORDER BY next."dueAt" LIMIT ${webhooks}),
  due AS (
    SELECT d."id", w."url", w."format", w."secret", w."oldSecret", w."oldUntil", w."withLinks", w."accountId",
      w."failingSince", w."language"
    FROM chosen w CROSS JOIN LATERAL (SELECT w.*) a CROSS JOIN LATERAL (
      SELECT d."id" FROM "WebhookDelivery" d WHERE ${isWaiting} AND d."dueAt" <= ${now}
      ORDER BY d."dueAt" LIMIT ${batch} FOR UPDATE SKIP LOCKED) d)
  UPDATE "WebhookDelivery" t SET "tries" = t."tries" + 1, "dueAt" = ${new Date(now.getTime() + leaseMs)},
    "data" = t."data" || CASE WHEN t."event" = 'delivery.completed' THEN coalesce((
      SELECT jsonb_build_object('files', count(*) FILTER (WHERE ${canLeave}),
        'size', coalesce(sum(f."sizeBytes") FILTER (WHERE ${canLeave}), 0),
        'quarantined', count(*) FILTER (WHERE f."scan" = 'infected'))
      FROM "File" f WHERE f."shareId" = t."data" ->> 'share'
      HAVING t."tries" = 0 AND count(*) FILTER (WHERE f."scan" = 'infected') > 0), '{}') ELSE '{}' END
  FROM due WHERE t."id" = due."id"
  RETURNING t."webhookId", t."event", t."data", t."createdAt", t."tries", due.*`;

/** Nobody else takes them for `leaseMs`. @returns them by webhook */
export async function takeDue({ db, now }: Context, limits: DueLimits): Promise<Map<string, DueDelivery[]>> {
  const taken = new Map<string, DueDelivery[]>();
  if (limits.webhooks === 0) return taken;
  for (const due of await db.$queryRaw<DueDelivery[]>(dueDeliveries(now, limits)))
    taken.set(due.webhookId, [...(taken.get(due.webhookId) ?? []), due]);
  return taken;
}

/** Records what ends by itself, and returns when there is something to do next. */
export async function nextWebhook(ctx: Context): Promise<Date | null> {
  const end = await recordEnds(ctx);
  const [next] = await ctx.db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(next."dueAt") AS "at" FROM ${waitingWebhooks}`;
  const times = [end, next?.at ?? null].flatMap((at) => (at === null ? [] : [at.getTime()]));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

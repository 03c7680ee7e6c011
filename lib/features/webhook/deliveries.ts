import 'server-only';
import { adminWebhookEvents, type WebhookEvent } from '@/lib/contract/webhook';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { Heard } from '@/lib/server/journal/listener';

/** Facts about the share as it is at that moment: it may be gone when they are sent. */
const shareFacts = Prisma.sql`jsonb_build_object(
  'share', s."id", 'name', s."name", 'inbox', i."name", 'files', s."fileCount", 'size', s."sizeBytes")`;

const ofOwner = Prisma.sql`"Share" s ON s."id" = e."shareId" LEFT JOIN "Alias" i ON i."id" = s."aliasId"
  JOIN "Account" a ON a."id" = s."ownerId"`;

const isAdminEvent = (event: WebhookEvent): boolean => adminWebhookEvents.some((name) => name === event);

/**
 * A CTE that adds a delivery for each webhook that wants the event, of the share's owner or of all admins. Of other
 * outcomes than `ok` nobody is told. The lock waits for a webhook that is being deleted.
 */
export function insertDeliveries(
  _: Context,
  { as: name, event, source, outcome, nth, ...own }: Heard<'webhook'>,
): Prisma.Sql {
  if (!('payload' in event) || event.payload === null) return Prisma.empty;
  const once = own.once ?? Prisma.sql`${event.once ?? null}::text`;
  const payload = own.payload ?? Prisma.sql`${JSON.stringify(event.payload)}::jsonb`;
  const isForAdmins = isAdminEvent(name);
  return Prisma.sql`, ${Prisma.raw(`"hooked${nth}"`)} AS (
    INSERT INTO "WebhookDelivery" ("id", "webhookId", "event", "data", "dueAt")
    SELECT 'evt_' || md5(concat_ws(' ', w."id", ${name}::text, coalesce(${once}, gen_random_uuid()::text))), w."id", ${name},
      ${isForAdmins ? payload : Prisma.sql`${shareFacts} || ${payload}`}, date_trunc('milliseconds', now())
    FROM ${source} e JOIN ${isForAdmins ? Prisma.sql`"Account" a ON a."admin"` : ofOwner}
      JOIN "Webhook" w ON w."accountId" = a."id"
    WHERE w."enabled" AND ${name} = ANY (w."events") AND a."state" = 'Active' AND a."deletingAt" IS NULL
      ${outcome ? Prisma.sql`AND ${outcome} = 'ok'` : Prisma.empty}
    FOR KEY SHARE OF w
    ON CONFLICT DO NOTHING)`;
}

/** One for a single webhook, whatever it wants. */
export const insertTest = (
  tx: Prisma.TransactionClient,
  { id, webhookId, now }: { id: string; webhookId: string; now: Date },
) =>
  tx.webhookDelivery.create({ data: { id, webhookId, event: 'test', data: {}, dueAt: now, createdAt: now } });

import 'server-only';
import { oneLine } from '@/lib/domain/pasted/name';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { NotSent } from '@/lib/server/mail/mailer';

type OutboxRequest = { shareId: string; kind: 'recipient' | 'code'; only: Prisma.Sql };

/** Queues one mail per recipient; a mail that already waits becomes due at once. */
export async function queueRecipientMails(
  tx: Prisma.TransactionClient,
  { shareId, kind, only }: OutboxRequest,
): Promise<void> {
  await tx.$executeRaw`
    WITH notice AS (
      INSERT INTO "Notice" ("id", "shareId", "recipientId", "kind", "dueAt")
      SELECT replace(gen_random_uuid()::text, '-', ''), r."shareId", r."id", ${kind}, now() FROM "Recipient" r
      WHERE r."shareId" = ${shareId} AND r."withdrawnAt" IS NULL AND ${only}
      ON CONFLICT ("recipientId", "kind") DO UPDATE SET "dueAt" = now(), "createdAt" = now(), "tries" = 0
      RETURNING "id")
    UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices' AND EXISTS (SELECT 1 FROM notice)`;
}

/** Queues link mails for recipients who never got one, in the publishing transaction. */
export async function queueLinkMails({ mail }: Context, tx: Prisma.TransactionClient, shareId: string) {
  if (!mail) return;
  const only = Prisma.sql`r."sentAt" IS NULL AND r."refusal" IS NULL`;
  await queueRecipientMails(tx, { shareId, kind: 'recipient', only });
}

export async function recordSent({ db, now }: Context, recipientId: string): Promise<void> {
  await db.recipient.updateMany({ where: { id: recipientId }, data: { sentAt: now, refusal: null } });
}

/** The owner of the share reads the refusal. */
export async function recordRefusal(
  { db }: Context,
  recipientId: string,
  { refusal }: NotSent,
): Promise<void> {
  const data = { refusal: oneLine(refusal ?? '').slice(0, 500) };
  await db.recipient.updateMany({ where: { id: recipientId, sentAt: null }, data });
}

import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

type Asked = { shareId: string; kind: 'recipient' | 'code'; only: Prisma.Sql };

/** Puts mails into the outbox for recipients of a share, each once; what waits there already is tried at once. */
export async function putIntoOutbox(
  tx: Prisma.TransactionClient,
  { shareId, kind, only }: Asked,
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

/** Recipients without a link yet get it, in the transaction that publishes. */
export async function mailLinks({ mail }: Context, tx: Prisma.TransactionClient, shareId: string) {
  if (!mail) return;
  const only = Prisma.sql`r."sentAt" IS NULL AND r."refusal" IS NULL`;
  await putIntoOutbox(tx, { shareId, kind: 'recipient', only });
}

import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { AccountMailName } from '@/lib/server/mail/templates/template';

type AccountMail = {
  /** `forgot` becomes one `reset` for each address that it means. */
  kind: AccountMailName | 'forgot';
  accountId?: string;
  address?: string;
  /** Of `newSignIn` the session's, of `invite` the invite's. */
  id?: string;
};

/** Queues a mail that belongs to no share, in the transaction of what it tells. Does nothing while mail is off. */
export async function queueAccountMail(
  { mail, newId }: Context,
  tx: Prisma.TransactionClient,
  { kind, accountId, address, id = newId() }: AccountMail,
): Promise<void> {
  if (!mail) return;
  await tx.$executeRaw`
    WITH notice AS (
      INSERT INTO "Notice" ("id", "accountId", "address", "kind", "dueAt")
      VALUES (${id}, ${accountId ?? null}, ${address ?? null}, ${kind}, now()))
    UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices'`;
}

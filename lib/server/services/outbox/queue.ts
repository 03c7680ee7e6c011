import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { queueNotices } from '@/lib/server/journal/notice';
import type { AccountMailName } from '@/lib/server/mail/templates/template';

type AccountMail = {
  /** `forgot` becomes one `reset` for each address that it means. */
  kind: AccountMailName | 'forgot';
  accountId?: string;
  address?: string;
  /** Of `newSignIn` the session's, of `invite` the invite's. */
  id?: string;
  /** Named in the mail, whatever becomes of it before the mail is written. */
  facts?: Prisma.InputJsonObject;
};

/** Mails that a change of address afterwards leads nowhere else. */
const warnings: ReadonlySet<string> = new Set<AccountMailName>([
  'passwordChanged',
  'passwordReset',
  'factorAdded',
  'factorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'webhookAdded',
  'membersAdded',
  'signInMailOff',
]);

/**
 * Queues a mail that belongs to no share, in the transaction of what it tells; to the address that the account has at
 * that moment, where the mail warns. Does nothing while mail is off.
 */
export async function queueAccountMail(
  { mail, newId }: Context,
  tx: Prisma.TransactionClient,
  { kind, accountId, address, facts, id = newId() }: AccountMail,
): Promise<void> {
  if (!mail) return;
  const to = warnings.has(kind)
    ? Prisma.sql`(SELECT "email" FROM "Account" WHERE "id" = ${accountId ?? null})`
    : Prisma.sql`${address ?? null}`;
  const row = Prisma.sql`VALUES (${id}, ${accountId ?? null}, ${to}, ${facts ?? null}::jsonb, ${kind}, now())`;
  await tx.$executeRaw`
    WITH notice AS (${queueNotices(['id', 'accountId', 'address', 'facts', 'kind', 'dueAt'], row)})
    UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices'`;
}

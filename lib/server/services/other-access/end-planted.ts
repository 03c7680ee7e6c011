import 'server-only';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { otherAccessOf } from './list';

/**
 * Ends sessions, access tokens and invites of an account that somebody else may have had, turns its webhooks off, knows
 * no browser any more, and mails what it had given access to.
 */
export async function endPlanted(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { accountId, except }: { accountId: string; except: string | null },
): Promise<void> {
  const others = await otherAccessOf(tx, { accountId, now: ctx.now });
  await tx.invite.deleteMany({ where: { createdById: accountId } });
  await tx.webhook.updateMany({ where: { accountId }, data: { enabled: false } });
  await tx.knownClient.deleteMany({ where: { accountId } });
  await endSessions(tx, { accountId, except, now: ctx.now });
  await record(ctx, { event: 'account.endAccess', mail: { accountId, facts: { others } } }, tx);
}

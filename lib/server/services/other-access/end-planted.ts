import 'server-only';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { registeredFeatures } from '@/lib/server/registered-features';
import { otherAccessOf } from './list';

/**
 * Ends sessions, access tokens and invites of an account that somebody else may have had, and what features let in;
 * knows no browser any more, and mails what it had given access to.
 */
export async function endPlanted(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { accountId, except }: { accountId: string; except: string | null },
): Promise<void> {
  const others = await otherAccessOf(tx, { accountId, now: ctx.now });
  await tx.invite.deleteMany({ where: { createdById: accountId } });
  for (const { access } of registeredFeatures()) await access?.end?.(tx, accountId);
  await tx.knownClient.deleteMany({ where: { accountId } });
  await endSessions(tx, { accountId, except, now: ctx.now });
  await record(ctx, { event: 'account.endAccess', mail: { accountId, facts: { others } } }, tx);
}

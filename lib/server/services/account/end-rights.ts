import 'server-only';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/**
 * Ends all that an account got by a right that it lost. Without its invites, because it could sign up again with one.
 */
export async function endRights(
  { now }: Pick<Context, 'now'>,
  tx: Prisma.TransactionClient,
  accountId: string,
): Promise<void> {
  await tx.invite.deleteMany({ where: { createdById: accountId } });
  await tx.signInChallenge.deleteMany({ where: { accountId } });
  await endSessions(tx, { accountId, except: null, now });
}

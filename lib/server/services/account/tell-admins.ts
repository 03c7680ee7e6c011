import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';

/** Mails every admin if there is one more: whoever took over a session may have made it. */
export async function tellAdmins(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { id, login, admin: wasAdmin }: { id: string; login: string; admin: boolean },
  { admin }: { admin: boolean },
): Promise<void> {
  if (admin && !wasAdmin) await record(ctx, { event: 'account.admin', mail: { facts: { id, login } } }, tx);
}

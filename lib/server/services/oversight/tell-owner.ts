import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { queueAccountMail } from '@/lib/server/services/outbox/queue';

type BlockNotice = {
  kind: 'takenDown' | 'allowedAgain';
  /** Of the share, or the alias' key for admins. The notice has the same. */
  id: string;
  ownerId: string;
};

/** Mails the owner what holds now; an earlier mail that still waits is dropped. */
export async function tellOfBlock(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { kind, id, ownerId: accountId }: BlockNotice,
): Promise<void> {
  await tx.notice.deleteMany({ where: { id } });
  await queueAccountMail(ctx, tx, { kind, id, accountId });
}

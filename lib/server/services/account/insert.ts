import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Prisma } from '@/lib/server/db/generated/client';

/** @throws account.loginTaken, and leaves the transaction usable */
export async function insertAccount(
  tx: Prisma.TransactionClient,
  account: Prisma.AccountCreateManyInput,
): Promise<void> {
  const { count } = await tx.account.createMany({ data: [account], skipDuplicates: true });
  if (count === 0) throw new AppError('account.loginTaken');
}

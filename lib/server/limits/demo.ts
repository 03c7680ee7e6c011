import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/** Of a demo, between two wipes: notes and logos count for no quota, and strangers fill the database with them. */
export const demoLimits = { share: 1_000, alias: 100 } as const;

/** @throws storage.full in a demo that has so many */
export async function checkDemoRoom(
  { config }: Context,
  tx: Prisma.TransactionClient,
  kind: keyof typeof demoLimits,
): Promise<void> {
  if (!config.DEMO) return;
  const count = kind === 'share' ? await tx.share.count() : await tx.alias.count();
  if (count >= demoLimits[kind]) throw new AppError('storage.full');
}

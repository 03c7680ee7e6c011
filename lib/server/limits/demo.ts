import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';

/** Of a demo, between two wipes: notes and logos count for no quota, and strangers fill the database with them. */
export const demoLimits = { share: 1_000, alias: 100 } as const;

/** @throws storage.full in a demo that has so many */
export async function checkDemoRoom(
  { config }: Context,
  most: number,
  count: () => Promise<number>,
): Promise<void> {
  if (config.DEMO && (await count()) >= most) throw new AppError('storage.full');
}

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Need } from './quota-sql';
import { usageOf } from './usage';

/** What an account still takes, and the refusal of more than that. */
export type Room = Need & { refusal: (over: keyof Need) => AppError };

/** Without a limit there is endless room. */
export async function roomOf(ctx: Context, ownerId: string): Promise<Room> {
  const { bytes, files, maxBytes, maxFiles } = await usageOf(ctx, ownerId);
  const left = { bytes: leftOf(maxBytes, bytes), files: leftOf(maxFiles, files) };
  const refusal = (over: keyof Need) => {
    // A sender learns no figures of the recipient.
    if (ctx.alias || ctx.viewer?.id !== ownerId) return new AppError('upload.inboxFull');
    return over === 'bytes'
      ? new AppError('upload.quotaBytes', {
          max: { bytes: maxBytes ?? 0 },
          left: { bytes: Math.max(0, left.bytes) },
        })
      : new AppError('upload.quotaFiles', { max: maxFiles ?? 0, left: Math.max(0, left.files) });
  };
  return { ...left, refusal };
}

/** Why an account has no room for this; null when that is not what is in the way. */
export async function quotaRefusal(ctx: Context, ownerId: string, need: Need): Promise<AppError | null> {
  const room = await roomOf(ctx, ownerId);
  if (need.bytes > room.bytes) return room.refusal('bytes');
  return need.files > room.files ? room.refusal('files') : null;
}

/** An account whose limit was lowered may hold more than it may; and then not even an empty file fits. */
const leftOf = (max: number | null, used: number) => (max === null ? Number.POSITIVE_INFINITY : max - used);

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { shortId } from '@/lib/domain/ident';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import type { Need } from './quota-sql';
import { usageOf } from './usage';

/** What an account still takes, and the refusal of more than that: of `need`, where that is known. */
export type Room = Need & { refusal: (over: keyof Need, need?: Need) => AppError | Promise<AppError> };

/** Without a limit there is endless room. */
export async function roomOf(ctx: Context, ownerId: string): Promise<Room> {
  const { bytes, files, maxBytes, maxFiles } = await usageOf(ctx, ownerId);
  const left = { bytes: leftOf(maxBytes, bytes), files: leftOf(maxFiles, files) };
  const overBytes = async (missingBytes: number) => {
    const max = { bytes: maxBytes ?? 0 };
    const held = await heldBy(ctx, ownerId, missingBytes);
    return held
      ? new AppError('upload.roomHeld', { ...held, max })
      : new AppError('upload.quotaBytes', { max, left: { bytes: Math.max(0, left.bytes) } });
  };
  const refusal = (over: keyof Need, need?: Need) => {
    // A sender learns no figures of the recipient.
    if (ctx.alias || ctx.viewer?.id !== ownerId) return new AppError('upload.inboxFull');
    if (over === 'bytes') return overBytes(need ? need.bytes - left.bytes : 1);
    return new AppError('upload.quotaFiles', { max: maxFiles ?? 0, left: Math.max(0, left.files) });
  };
  return { ...left, refusal };
}

/** Why an account has no room for this; null when that is not what is in the way. */
export async function quotaRefusal(ctx: Context, ownerId: string, need: Need): Promise<AppError | null> {
  const room = await roomOf(ctx, ownerId);
  if (need.bytes > room.bytes) return room.refusal('bytes', need);
  return need.files > room.files ? room.refusal('files', need) : null;
}

/** A pause between two files, or while a network is away, is not yet the end of an upload. */
const pausedMs = 60_000;

/** The unfinished upload without which there would be room for so much more; null where no single one is in the way. */
async function heldBy({ db, now }: Context, ownerId: string, missingBytes: number) {
  const file = await db.file.findFirst({
    where: {
      state: 'incoming',
      share: { ownerId },
      sizeBytes: { gte: missingBytes },
      upload: { leaseHolder: null, updatedAt: { lt: new Date(now.getTime() - pausedMs) } },
    },
    orderBy: { sizeBytes: 'desc' },
    select: { name: true, sizeBytes: true, share: { select: { id: true, name: true, description: true } } },
  });
  if (!file) return null;
  const { id, name, description } = file.share;
  const title = shareTitle(description, name)?.slice(0, 255) ?? shortId(id);
  return { file: file.name, share: title, held: { bytes: Number(file.sizeBytes) } };
}

/** An account whose limit was lowered may hold more than it may; and then not even an empty file fits. */
const leftOf = (max: number | null, used: number) => (max === null ? Number.POSITIVE_INFINITY : max - used);

import 'server-only';
import type { Profile, ProfileChange } from '@/lib/contract/account/profile';
import { AppError } from '@/lib/contract/errors';
import { Ident } from '@/lib/contract/fields';
import { serverPaths } from '@/lib/paths';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';
import { record } from '@/lib/server/journal/record';
import { drawPortrait } from '@/lib/server/thumbnails/decode';
import { nameColumns } from './name-columns';

const select = {
  displayName: true,
  senderLine: true,
  color: true,
  picture: { select: { address: true } },
} as const satisfies Prisma.AccountSelect;

export async function getProfile({ db, viewer }: UserContext): Promise<Profile> {
  const row = await db.account.findUniqueOrThrow({ where: { id: viewer.id }, select });
  const { displayName: name, senderLine: line, color, picture } = row;
  return { name, line, color, picture: picture && serverPaths.senderPicture(picture.address) };
}

/** @throws request.invalid naming `picture` for what is none, server.unavailable when too many pictures wait */
export async function saveProfile(ctx: UserContext, change: ProfileChange): Promise<void> {
  const { name, line, color, picture } = change;
  const webp = picture ? await convert(ctx, Buffer.from(picture, 'base64')) : null;
  const { id } = ctx.viewer;
  const data = {
    ...(name !== undefined && nameColumns(name)),
    ...(line !== undefined && { senderLine: line }),
    ...(color !== undefined && { color }),
  };
  await ctx.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id }, data });
    if (picture === null) await tx.accountPicture.deleteMany({ where: { accountId: id } });
    if (webp) await storePicture(ctx, tx, webp);
    const object = { type: 'account', id } as const;
    const details = name === undefined ? {} : { name: name ?? '' };
    await record(ctx, { event: 'settings.profile', object, details }, tx);
  });
}

function storePicture({ viewer, newId }: UserContext, tx: Prisma.TransactionClient, webp: Buffer) {
  const stored = { address: newId(), webp: Uint8Array.from(webp) };
  return tx.accountPicture.upsert({
    where: { accountId: viewer.id },
    create: { accountId: viewer.id, ...stored },
    update: stored,
  });
}

/** A decoder may take 500 MB. */
const turns = new FairTurns({ running: 1, waiting: 8 });

async function convert({ viewer }: UserContext, bytes: Buffer): Promise<Buffer> {
  const webp = await turns.run(viewer.id, () => drawPortrait([bytes]));
  if (webp) return webp;
  throw new AppError('request.invalid', { field: 'picture', reason: 'notAPicture' });
}

/** Null for an unknown address, and while its account shows no name or is gone. */
export async function readPicture(
  { db }: Pick<Context, 'db'>,
  address: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!Ident.safeParse(address).success) return null;
  const account = { state: 'Active', deletingAt: null } as const;
  const row = await db.accountPicture.findFirst({ where: { address, account }, select: { webp: true } });
  return row && Uint8Array.from(row.webp);
}

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';
import { decode } from '@/lib/server/thumbnails/decode';

/** A decoder may take 500 MB. */
const turns = new FairTurns({ running: 1, waiting: 8 });

export const logoOf = (form: { logo: { webp: Uint8Array } | null } | null): string | null =>
  form?.logo ? base64Of(form.logo.webp) : null;

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * Reduces an owner's picture to a small one without metadata. A logo that is stored already stays as it is.
 * @throws request.invalid naming `logo` for an unreadable picture, server.unavailable when too many pictures wait
 */
export async function convertLogo(
  { viewer }: UserContext,
  { upload, stored }: { upload: string | null; stored: string | null },
): Promise<Buffer | null> {
  if (upload === null) return null;
  const bytes = Buffer.from(upload, 'base64');
  if (upload === stored) return bytes;
  const decoded = await turns.run(viewer.id, () => decode([bytes]));
  if (typeof decoded === 'object') return decoded.small;
  throw new AppError('request.invalid', { field: 'logo', reason: 'notAPicture' });
}

export async function writeLogo(
  tx: Prisma.TransactionClient,
  aliasId: string,
  picture: Buffer | null,
): Promise<void> {
  if (!picture) return void (await tx.aliasLogo.deleteMany({ where: { aliasId } }));
  const webp = Uint8Array.from(picture);
  await tx.aliasLogo.upsert({ where: { aliasId }, create: { aliasId, webp }, update: { webp } });
}

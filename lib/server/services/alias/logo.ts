import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';
import { decode } from '@/lib/server/thumbnails/decode';

/** Each decoder may take half a gigabyte. */
const turns = new FairTurns({ running: 1, waiting: 8 });

type Row = { logo: { webp: Uint8Array } | null } | null;

/** The logo of a form in base64. */
export const logoOf = (form: Row): string | null => (form?.logo ? base64Of(form.logo.webp) : null);

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * What is kept of a picture that an owner gives: small, and without what its camera wrote. One that is kept already
 * stays as it is.
 * @throws request.invalid naming `logo` where it is no picture that can be read here, server.unavailable when too many
 * pictures wait
 */
export async function smallLogo(
  { viewer }: UserContext,
  { given, kept }: { given: string | null; kept: string | null },
): Promise<Buffer | null> {
  if (given === null) return null;
  const bytes = Buffer.from(given, 'base64');
  if (given === kept) return bytes;
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

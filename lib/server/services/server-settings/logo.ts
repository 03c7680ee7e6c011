import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { decode } from '@/lib/server/thumbnails/decode';
import { changeSettings } from './change';

const key = 'logo';
const folder = '/brand/';

/** A decoder may take 500 MB. */
const turns = new FairTurns({ running: 1, waiting: 4 });

/**
 * Stores a picture as WebP without metadata, decoded in a process of its own, and makes LOGO_URL lead to it.
 * @param picture base64; null takes it away
 * @throws request.invalid for what is no picture, setting.*
 */
export async function changeLogo(
  ctx: Context,
  { picture, version }: { picture: string | null; version: number },
): Promise<void> {
  const webp = picture === null ? null : await convert(ctx, Buffer.from(picture, 'base64'));
  const value = webp && folder + hashOf(webp);
  await changeSettings(ctx, { changes: [{ name: 'LOGO_URL', value, version }] }, null, async (tx) => {
    if (!webp) return void (await tx.setting.deleteMany({ where: { key } }));
    const stored = { value: { webp: webp.toString('base64') }, updatedAt: ctx.now };
    await tx.setting.upsert({ where: { key }, create: { key, ...stored }, update: stored });
  });
}

async function convert({ viewer }: Context, bytes: Buffer): Promise<Buffer> {
  const decoded = await turns.run(viewer?.id ?? '', () => decode([bytes]));
  if (typeof decoded === 'object') return decoded.large;
  throw new AppError('request.invalid', { field: 'LOGO_URL', reason: 'notAPicture' });
}

const hashOf = (webp: Buffer): string => createHash('sha256').update(webp).digest('hex').slice(0, 32);

export async function readLogo(
  { db }: Pick<Context, 'db'>,
  hash: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db.setting.findUnique({ where: { key } });
  const { webp } = Object(row?.value) as { webp?: unknown };
  if (typeof webp !== 'string') return null;
  const bytes = Buffer.from(webp, 'base64');
  return hashOf(bytes) === hash ? Uint8Array.from(bytes) : null;
}

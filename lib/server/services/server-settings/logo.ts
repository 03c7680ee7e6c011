import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { PictureSetting } from '@/lib/domain/server-settings';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { decode } from '@/lib/server/thumbnails/decode';
import { changeSettings } from './change';

const keys: Record<PictureSetting, string> = {
  LOGO_URL: 'logo',
  LOGO_URL_DARK: 'logo dark',
  ICON_URL: 'icon',
};
const folder = '/brand/';

/** A decoder may take 500 MB. */
const turns = new FairTurns({ running: 1, waiting: 4 });

/**
 * Stores a picture as WebP without metadata, decoded in a process of its own, and makes its setting lead to it.
 * @param picture base64; null takes it away
 * @throws request.invalid for what is no picture, setting.*
 */
export async function changeLogo(
  ctx: Context,
  { picture, version, name = 'LOGO_URL' }: { picture: string | null; version: number; name?: PictureSetting },
): Promise<void> {
  const webp = picture === null ? null : await convert(ctx, name, Buffer.from(picture, 'base64'));
  const key = keys[name];
  const value = webp && folder + hashOf(webp);
  await changeSettings(ctx, { changes: [{ name, value, version }] }, null, async (tx) => {
    if (!webp) return void (await tx.setting.deleteMany({ where: { key } }));
    const stored = { value: { webp: webp.toString('base64') }, updatedAt: ctx.now };
    await tx.setting.upsert({ where: { key }, create: { key, ...stored }, update: stored });
  });
}

async function convert({ viewer }: Context, name: PictureSetting, bytes: Buffer): Promise<Buffer> {
  const decoded = await turns.run(viewer?.id ?? '', () => decode([bytes]));
  if (typeof decoded === 'object') return decoded.large;
  throw new AppError('request.invalid', { field: name, reason: 'notAPicture' });
}

const hashOf = (webp: Buffer): string => createHash('sha256').update(webp).digest('hex').slice(0, 32);

export async function readLogo(
  { db }: Pick<Context, 'db'>,
  hash: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const rows = await db.setting.findMany({ where: { key: { in: Object.values(keys) } } });
  for (const { value } of rows) {
    const { webp } = Object(value) as { webp?: unknown };
    const bytes = Buffer.from(typeof webp === 'string' ? webp : '', 'base64');
    if (bytes.length > 0 && hashOf(bytes) === hash) return Uint8Array.from(bytes);
  }
  return null;
}

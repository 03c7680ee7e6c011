import 'server-only';
import type { Finding } from '@/lib/contract/doctor';
import type { Context } from '@/lib/server/context';
import { decode } from '@/lib/server/thumbnails/decode';
import { hasFilmDecoder } from '@/lib/server/thumbnails/film';
import { finding } from './finding';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function checkThumbnails({ config }: Context): Promise<Finding> {
  if (!config.THUMBNAILS) return finding('thumbnails', 'skipped', 'off');
  const made = await decode([pixel]);
  if (typeof made === 'string') return finding('thumbnails', 'warning', 'noDecoder');
  return finding('thumbnails', 'fine', (await hasFilmDecoder()) ? 'fine' : 'photosOnly');
}

import sharp from 'sharp';
import type { Sample } from '../people/shared-files';

/** Larger than the limit up to which a photo is its own thumbnail. */
export async function photo(n: number): Promise<Sample> {
  const noise = { type: 'gaussian', mean: 110 + (n % 8) * 12, sigma: 40 } as const;
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise } });
  const tint = { r: 90 + ((n * 53) % 160), g: 90 + ((n * 97) % 160), b: 90 + ((n * 29) % 160) };
  const bytes = await picture.tint(tint).jpeg({ quality: 90 }).toBuffer();
  return { name: `photo-${String(n).padStart(3, '0')}.jpg`, type: 'image/jpeg', bytes };
}

export const photos = (count: number): Promise<Sample[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => photo(n + 1)));

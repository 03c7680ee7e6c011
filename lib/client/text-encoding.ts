import type { Encoding } from '@/lib/domain/file/encodings';
import { detectEncoding } from '@/lib/domain/file/text-preview';

/** What a text is written in: what it says itself, else a guess. */
export async function encodingOf(bytes: Uint8Array): Promise<Encoding> {
  const own = detectEncoding(bytes);
  if (own) return own;
  const { guessEncoding } = await import('./guess-encoding');
  return guessEncoding(bytes);
}

import type { Encoding } from '@/lib/domain/file/text-preview';
import { detectEncoding } from '@/lib/domain/file/text-preview';

export async function readTextEncoding(bytes: Uint8Array): Promise<Encoding> {
  const declared = detectEncoding(bytes);
  if (declared) return declared;
  const { guessEncoding } = await import('./guess-encoding');
  return guessEncoding(bytes);
}

import { saltBytes } from './layout';
import type { ReadBytes } from './seal';
import type { ShareKey } from './share-key';

type SaltedFile = { path: string; size: number; modifiedMs: number; read: ReadBytes };

const samples = 16;
const sampleBytes = 16 * 1024;

/**
 * The same for the same file on any device, so that its upload goes on there; another once path, size, time or sampled
 * content differ. HMAC-SHA-256 under the share's key tells strangers nothing.
 */
export async function fileSalt({ bytes }: ShareKey, file: SaltedFile): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const traits = new TextEncoder().encode(JSON.stringify(['salt', file.path, file.size, file.modifiedMs]));
  const parts: Uint8Array[] = [traits];
  for (const start of sampleStarts(file.size)) {
    parts.push(await file.read(start, Math.min(file.size, start + sampleBytes)));
  }
  const whole = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, whole)).slice(0, saltBytes);
}

/** Small files are read whole, larger ones in samples from beginning to end. */
function sampleStarts(size: number): number[] {
  if (size <= samples * sampleBytes) {
    return Array.from({ length: Math.ceil(size / sampleBytes) }, (_, nth) => nth * sampleBytes);
  }
  return Array.from({ length: samples }, (_, nth) =>
    Math.floor((nth * (size - sampleBytes)) / (samples - 1)),
  );
}

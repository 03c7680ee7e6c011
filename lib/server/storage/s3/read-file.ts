import 'server-only';
import type { ByteRange } from '../storage';
import type { Bucket } from './bucket';
import { inLargePieces } from './in-large-pieces';
import { directly, readObject } from './read-object';

/** From here on a connection of its own is worth more than one that is kept for the next call. */
const largeBytes = 16 * 1024 * 1024;

/** A range of a file. A buffer is only valid until the next one is asked for. */
export function readFile(bucket: Bucket, key: string, range: ByteRange): AsyncGenerator<Buffer> {
  const sizeBytes = range.end - range.start + 1;
  if (bucket.isPlain && sizeBytes >= largeBytes) return readObject(bucket, key, range, directly);
  return inLargePieces(readObject(bucket, key, range), sizeBytes);
}

import 'server-only';

export function takeBytes(chunks: Buffer[], count: number): Buffer[] {
  let left = count;
  return chunks.flatMap((chunk) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    return part.length > 0 ? [part] : [];
  });
}

export function skipBytes(chunks: Buffer[], count: number): Buffer[] {
  let left = count;
  return chunks.flatMap((chunk) => {
    const part = chunk.subarray(left);
    left -= chunk.length - part.length;
    return part.length > 0 ? [part] : [];
  });
}

export const bytesIn = (chunks: Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

const wordBytes = 8;
const between = Buffer.allocUnsafeSlow(64 * 1024 + wordBytes);
const stepBytes = between.length - wordBytes;

/**
 * Copies like `target.set`. V8 copies to and from shared memory byte by byte, eight times slower, unless both ends
 * are aligned alike; then this goes through unshared memory.
 */
export function copyBytes(source: Buffer, target: Buffer, at: number): void {
  const shared = [source, target.subarray(at)].find(({ buffer }) => buffer instanceof SharedArrayBuffer);
  if (!shared || isAlike(source.byteOffset, target.byteOffset + at)) return void target.set(source, at);
  const shift = shared.byteOffset % wordBytes;
  for (let from = 0; from < source.length; from += stepBytes) {
    const step = source.subarray(from, from + stepBytes);
    between.set(step, shift);
    target.set(between.subarray(shift, shift + step.length), at + from);
  }
}

const isAlike = (one: number, other: number): boolean => one % wordBytes === other % wordBytes;

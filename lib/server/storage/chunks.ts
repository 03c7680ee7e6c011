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

export function takeBytes(chunks: Buffer[], count: number): Buffer[] {
  let left = count;
  return chunks.flatMap((chunk) => {
    const kept = chunk.subarray(0, left);
    left -= kept.length;
    return kept.length > 0 ? [kept] : [];
  });
}

export function skipBytes(chunks: Buffer[], count: number): Buffer[] {
  let left = count;
  return chunks.flatMap((chunk) => {
    const kept = chunk.subarray(left);
    left -= chunk.length - kept.length;
    return kept.length > 0 ? [kept] : [];
  });
}

export const bytesIn = (chunks: Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

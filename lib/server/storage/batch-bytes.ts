/** The first `count` bytes of a batch. */
export function takeBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((piece) => {
    const kept = piece.subarray(0, left);
    left -= kept.length;
    return kept.length > 0 ? [kept] : [];
  });
}

/** A batch without its first `count` bytes. */
export function skipBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((piece) => {
    const kept = piece.subarray(left);
    left -= piece.length - kept.length;
    return kept.length > 0 ? [kept] : [];
  });
}

export const bytesIn = (batch: Buffer[]): number => batch.reduce((sum, piece) => sum + piece.length, 0);

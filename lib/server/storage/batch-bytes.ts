/** The first `count` bytes of a batch. */
export function takeBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((chunk) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    return part.length > 0 ? [part] : [];
  });
}

/** A batch without its first `count` bytes. */
export function dropBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((chunk) => {
    const part = chunk.subarray(left);
    left -= chunk.length - part.length;
    return part.length > 0 ? [part] : [];
  });
}

export const bytesIn = (batch: Buffer[]): number => batch.reduce((sum, chunk) => sum + chunk.length, 0);

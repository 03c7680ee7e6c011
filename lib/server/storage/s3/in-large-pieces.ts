import 'server-only';

const bufferBytes = 256 * 1024;

/**
 * Passes small pieces on as large ones, through two buffers in turn: while the consumer sends one, the other fills. The
 * consumer must be done with a buffer before it asks for the next.
 * @param sizeBytes what the source has to give
 */
export async function* inLargePieces(
  source: AsyncGenerator<Buffer>,
  sizeBytes: number,
): AsyncGenerator<Buffer> {
  const chunkBytes = Math.min(bufferBytes, sizeBytes);
  let rest: Buffer = Buffer.alloc(0);
  let left = sizeBytes;
  const fill = async (buffer: Buffer): Promise<Buffer> => {
    let used = 0;
    while (used < chunkBytes) {
      if (rest.length === 0) {
        const next = await source.next();
        if (next.done) break;
        rest = next.value;
      }
      const copied = rest.copy(buffer, used);
      rest = rest.subarray(copied);
      used += copied;
      left -= copied;
    }
    if (left === 0) await source.next(); // or its connection would be cut off instead of kept
    return buffer.subarray(0, used);
  };
  const begin = (buffer: Buffer) => {
    const filling = fill(buffer);
    filling.catch(() => undefined); // the error is thrown where this is awaited
    return filling;
  };

  let [next, other] = [
    Buffer.allocUnsafeSlow(chunkBytes),
    Buffer.allocUnsafeSlow(sizeBytes > chunkBytes ? chunkBytes : 0),
  ];
  let pending = begin(next);
  try {
    for (;;) {
      const full = await pending;
      if (full.length === 0) return;
      [next, other] = [other, next];
      pending = next.length > 0 ? begin(next) : Promise.resolve(next);
      yield full;
    }
  } finally {
    await source.return(undefined);
  }
}

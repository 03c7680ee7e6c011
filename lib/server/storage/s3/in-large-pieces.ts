import 'server-only';

const bufferBytes = 256 * 1024;

/**
 * Hands what comes in small pieces on in large ones, through two buffers in turn: while the consumer sends one, the
 * other fills. The consumer must be done with a buffer before it asks for the next.
 */
export async function* inLargePieces(
  source: AsyncGenerator<Buffer>,
  mostBytes: number,
): AsyncGenerator<Buffer> {
  const size = Math.min(bufferBytes, mostBytes);
  let rest: Buffer = Buffer.alloc(0);
  let left = mostBytes;
  const fill = async (buffer: Buffer): Promise<Buffer> => {
    let used = 0;
    while (used < size) {
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
    filling.catch(() => undefined); // it is told when it is waited for
    return filling;
  };

  let [next, other] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(mostBytes > size ? size : 0)];
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

import 'server-only';
import type { ByteStream } from '../messages';

export type Ended = { sentBytes: number; isWhole: boolean };

/**
 * Counts what really goes out: a buffer counts once the next one is asked for, which is when the socket has taken it.
 * `end` is called once, however the reading ends.
 */
export function countingStream(stream: ByteStream, end: (ended: Ended) => void): ByteStream {
  let sentBytes = 0;
  let handedOut = 0;
  let isOver = false;
  const over = (isWhole: boolean) => {
    if (isOver) return;
    isOver = true;
    end({ sentBytes, isWhole });
  };
  const counting: ByteStream = {
    next: async () => {
      sentBytes += handedOut;
      handedOut = 0;
      try {
        const next = await stream.next();
        if (next.done) over(true);
        else handedOut = next.value.length;
        return next;
      } catch (error) {
        over(false);
        throw error;
      }
    },
    return: async () => {
      over(false);
      return stream.return();
    },
    [Symbol.asyncIterator]: () => counting,
  };
  return counting;
}

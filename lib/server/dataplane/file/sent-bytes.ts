import 'server-only';
import type { Parts } from '../exchange';

export type Ended = { sentBytes: number; isWhole: boolean };

/**
 * Counts what really goes out: a buffer counts once the next one is asked for, which is when the socket has taken it.
 * `end` is told once, however the reading ends.
 */
export function countingParts(parts: Parts, end: (ended: Ended) => void): Parts {
  let sentBytes = 0;
  let handedOut = 0;
  let isOver = false;
  const over = (isWhole: boolean) => {
    if (isOver) return;
    isOver = true;
    end({ sentBytes, isWhole });
  };
  const counting: Parts = {
    next: async () => {
      sentBytes += handedOut;
      handedOut = 0;
      try {
        const part = await parts.next();
        if (part.done) over(true);
        else handedOut = part.value.length;
        return part;
      } catch (error) {
        over(false);
        throw error;
      }
    },
    return: async () => {
      over(false);
      return parts.return();
    },
    [Symbol.asyncIterator]: () => counting,
  };
  return counting;
}

import 'server-only';
import type { ByteStream } from '../messages';

export type SendResult = { sentBytes: number; isWhole: boolean };

/**
 * Counts a buffer when the next one is requested, which is when the socket has taken it. Calls `onEnd` once, also when the
 * stream breaks off.
 */
export function countingStream(stream: ByteStream, onEnd: (result: SendResult) => void): ByteStream {
  let sentBytes = 0;
  let pendingBytes = 0;
  let isFinished = false;
  const finish = (isWhole: boolean) => {
    if (isFinished) return;
    isFinished = true;
    onEnd({ sentBytes, isWhole });
  };
  const counting: ByteStream = {
    next: async () => {
      sentBytes += pendingBytes;
      pendingBytes = 0;
      try {
        const next = await stream.next();
        if (next.done) finish(true);
        else pendingBytes = next.value.length;
        return next;
      } catch (error) {
        finish(false);
        throw error;
      }
    },
    return: async () => {
      finish(false);
      return stream.return();
    },
    [Symbol.asyncIterator]: () => counting,
  };
  return counting;
}

import 'server-only';
import type { Bucket } from './bucket';
import type { Body } from './http-call';
import { readObject } from './read-object';

/** Bytes of a part that come from one place: from memory, or from an object of the bucket, which may hold more behind them. */
export type Segment = { position: number; sizeBytes: number; source: Buffer[] | { key: string } };

/** The segments one after the other, as one body that can be sent any number of times. */
export function bodyOf(bucket: Bucket, segments: Segment[]): Body {
  return {
    sizeBytes: segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    chunks: async function* () {
      for (const { source, sizeBytes } of segments) {
        if (Array.isArray(source)) yield source;
        else {
          for await (const chunk of readObject(bucket, source.key, { start: 0, end: sizeBytes - 1 }))
            yield [chunk];
        }
      }
    },
  };
}

/**
 * Tails that cover the bytes from `from` to `to` without a gap; the last one may hold more than is asked for.
 * Null where a byte is missing.
 */
export function chain(
  tails: { position: number; sizeBytes: number; key: string }[],
  from: number,
  to: number,
) {
  const segments: Segment[] = [];
  for (let position = from; position < to; ) {
    const tail = tails.find((candidate) => candidate.position === position);
    if (!tail) return null;
    const sizeBytes = Math.min(tail.sizeBytes, to - position);
    segments.push({ position, sizeBytes, source: { key: tail.key } });
    position += tail.sizeBytes;
  }
  return segments;
}

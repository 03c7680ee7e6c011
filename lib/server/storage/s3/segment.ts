import 'server-only';
import type { Bucket } from './bucket';
import type { BucketBody } from './part-store';
import { readObject } from './read-object';

/** Bytes of a part, in memory or in an object of the bucket, which may be longer. */
export type BodySegment = { position: number; sizeBytes: number; source: Buffer[] | { key: string } };

export function bodyOf(bucket: Bucket, segments: BodySegment[]): BucketBody {
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

/** Returns tails that cover `from` to `to` without a gap, or null. The last tail may be longer. */
export function coveringTails(
  tails: { position: number; sizeBytes: number; key: string }[],
  from: number,
  to: number,
) {
  const segments: BodySegment[] = [];
  for (let position = from; position < to; ) {
    const tail = tails.find((candidate) => candidate.position === position);
    if (!tail) return null;
    const sizeBytes = Math.min(tail.sizeBytes, to - position);
    segments.push({ position, sizeBytes, source: { key: tail.key } });
    position += tail.sizeBytes;
  }
  return segments;
}

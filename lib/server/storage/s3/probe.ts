import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Bucket } from './bucket';
import { readObject } from './read-object';
import { bodyOf } from './stretch';

/** Stores, reads and removes a small object. @throws whatever stands in the way */
export async function probeBucket(bucket: Bucket): Promise<void> {
  const bytes = randomBytes(16);
  const key = `probe/${bytes.toString('hex')}`;
  const body = bodyOf(bucket, [{ position: 0, sizeBytes: bytes.length, source: [bytes] }]);
  await bucket.put(key, body);
  try {
    const parts: Buffer[] = [];
    for await (const part of readObject(bucket, key, { start: 0, end: bytes.length - 1 }))
      parts.push(Buffer.from(part));
    if (!Buffer.concat(parts).equals(bytes)) throw new Error('the bucket does not say what was written');
  } finally {
    await bucket.remove(key);
  }
}

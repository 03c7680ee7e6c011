import 'server-only';
import { createHash } from 'node:crypto';
import type { Storage } from '@/lib/server/storage/port';

export async function sha256Of(storage: Storage, fileId: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  if (sizeBytes > 0) {
    for await (const part of storage.read(fileId, { start: 0, end: sizeBytes - 1 })) hash.update(part);
  }
  return hash.digest('hex');
}

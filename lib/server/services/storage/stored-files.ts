import 'server-only';
import { createHash } from 'node:crypto';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import type { Storage } from '@/lib/server/storage/port';

export type CompleteFile = {
  id: string;
  shareId: string;
  path: string;
  name: string;
  sizeBytes: number;
  sha256: string | null;
};

const batch = 500;

/** Yields complete files by ascending id; files that arrive meanwhile may be left out. */
export async function* completeFiles({ db }: Context): AsyncGenerator<CompleteFile> {
  const select = { id: true, shareId: true, path: true, name: true, sizeBytes: true, sha256: true } as const;
  for (let after = ''; ; ) {
    const where = { ...whereArrived, id: { gt: after } };
    const files = await db.file.findMany({ where, select, orderBy: { id: 'asc' }, take: batch });
    for (const file of files) yield { ...file, sizeBytes: Number(file.sizeBytes) };
    after = files.at(-1)?.id ?? '';
    if (files.length < batch) return;
  }
}

export async function sha256Of(storage: Storage, fileId: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  if (sizeBytes > 0) {
    for await (const part of storage.read(fileId, { start: 0, end: sizeBytes - 1 })) hash.update(part);
  }
  return hash.digest('hex');
}

import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { StoredItem } from '../port';
import { segmentsFolder } from './segments';

export async function* listDisk(dataDir: string): AsyncGenerator<StoredItem> {
  const incoming = path.join(dataDir, 'incoming');
  yield* filesIn(incoming, false);
  yield* orphanedSegments(incoming);
  const all = path.join(dataDir, 'files');
  for (const folder of await namesIn(all)) yield* filesIn(path.join(all, folder), true);
}

async function* filesIn(folder: string, isWhole: boolean): AsyncGenerator<StoredItem> {
  for (const fileId of await namesIn(folder)) {
    const found = await fs.stat(path.join(folder, fileId)).catch(unlessGone);
    if (found?.isFile()) yield { fileId, sizeBytes: found.size, modifiedAt: found.mtime, isWhole };
  }
}

/** Segment folders whose first file is gone, left by nodes that took over from each other. */
async function* orphanedSegments(incoming: string): AsyncGenerator<StoredItem> {
  const names = new Set(await namesIn(incoming));
  for (const name of names) {
    const fileId = name.slice(0, -1);
    if (name !== segmentsFolder(fileId) || names.has(fileId)) continue;
    const found = await fs.stat(path.join(incoming, name)).catch(unlessGone);
    if (found) yield { fileId, sizeBytes: 0, modifiedAt: found.mtime, isWhole: false };
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder).catch(unlessGone)) ?? [];

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { StoredItem } from './storage';

/** Every file that lies below the folder, those on their way as well. What disappears meanwhile is left out. */
export async function* listDisk(dataDir: string): AsyncGenerator<StoredItem> {
  yield* filesIn(path.join(dataDir, 'incoming'), false);
  const all = path.join(dataDir, 'files');
  for (const folder of await namesIn(all)) yield* filesIn(path.join(all, folder), true);
}

async function* filesIn(folder: string, isWhole: boolean): AsyncGenerator<StoredItem> {
  for (const fileId of await namesIn(folder)) {
    const found = await fs.stat(path.join(folder, fileId)).catch(unlessGone);
    if (found?.isFile()) yield { fileId, sizeBytes: found.size, modifiedAt: found.mtime, isWhole };
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder).catch(unlessGone)) ?? [];

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

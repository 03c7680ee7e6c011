import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@/lib/server/config';

/**
 * The place of files on disk: `root` holds the folder's id and what arrives, `files` what is complete; both are of one file
 * system, because a rename makes a file final.
 */
export type DiskFolders = { root: string; files: string };

export const foldersIn = (dataDir: string): DiskFolders => ({
  root: dataDir,
  files: path.join(dataDir, 'files'),
});

export const diskFolders = ({ DATA_DIR, FILES_DIR }: Pick<Config, 'DATA_DIR' | 'FILES_DIR'>): DiskFolders =>
  FILES_DIR === undefined ? foldersIn(DATA_DIR) : { root: FILES_DIR, files: FILES_DIR };

export const incomingFolder = ({ root }: DiskFolders): string => path.join(root, 'incoming');

/** True of the folders that complete files are spread over; a mounted disk may have others, as `lost+found`. */
export const isShard = (name: string): boolean => /^[\w-]{2}$/.test(name);

/** Makes the names within a folder durable, such as that of a file that was renamed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

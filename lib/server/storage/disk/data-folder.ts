import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { StoredItem } from '../port';
import { type DiskFolders, incomingFolder, isShard } from './folders';
import { segmentsFolder } from './segments';

const storageIdFile = (root: string) => path.join(root, 'storage-id');

/** Returns null without an id file, for example when the folder isn't mounted. */
export async function readStorageId(root: string): Promise<string | null> {
  try {
    return (await fs.readFile(storageIdFile(root), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the folder's id once. When two processes race, both get the same id. */
export async function createStorageId(root: string, id: string): Promise<string> {
  // Random instead of the process id, which is the same in containers that share the folder.
  const draft = `${storageIdFile(root)}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, `${id}\n`, { mode: 0o600, flush: true });
  try {
    await fs.link(draft, storageIdFile(root)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // A file system without links, as of some network disks: of two nodes at once one may have to start again.
      await fs.copyFile(draft, storageIdFile(root), fs.constants.COPYFILE_EXCL);
    });
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readStorageId(root)) ?? id;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** @throws when the folder has no id file: nothing may be stored where the disk isn't mounted */
export async function checkStorageId(root: string): Promise<void> {
  if ((await readStorageId(root)) === null) throw new Error(`${root} is not mounted: it has no storage-id`);
}

export async function probeFolder(folders: DiskFolders): Promise<void> {
  const { root } = folders;
  await checkStorageId(root);
  const text = randomBytes(6).toString('hex');
  const file = path.join(root, `.probe-${text}`);
  try {
    await checkRename(folders, `.probe-${text}`);
    await fs.writeFile(file, text, { mode: 0o600, flush: true });
    if ((await fs.readFile(file, 'utf8')) !== text) throw new Error(`${file} does not say what was written`);
  } finally {
    await fs.rm(file, { force: true });
  }
}

/** Does what makes a file final, with a folder, which is never mistaken for a file. They may be mounts of their own. */
export async function checkRename(folders: DiskFolders, name: string): Promise<void> {
  const [from, to] = [path.join(incomingFolder(folders), name), path.join(folders.files, name)];
  try {
    await fs.mkdir(from);
    await fs.rename(from, to).finally(() => fs.rmdir(from).catch(unlessGone));
    await fs.rmdir(to);
  } catch (error) {
    unlessGone(error as NodeJS.ErrnoException);
  }
}

export async function* listDisk(folders: DiskFolders): AsyncGenerator<StoredItem> {
  const incoming = incomingFolder(folders);
  yield* filesIn(incoming, false);
  yield* orphanedSegments(incoming);
  for (const folder of await namesIn(folders.files))
    if (isShard(folder)) yield* filesIn(path.join(folders.files, folder), true);
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

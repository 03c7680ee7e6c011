import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { StoredItem } from '../port';
import { segmentsFolder } from './segments';

const storageIdFile = (dataDir: string) => path.join(dataDir, 'storage-id');

/** Returns null without an id file, for example when the folder isn't mounted. */
export async function readStorageId(dataDir: string): Promise<string | null> {
  try {
    return (await fs.readFile(storageIdFile(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the folder's id once. When two processes race, both get the same id. */
export async function createStorageId(dataDir: string, id: string): Promise<string> {
  // Random instead of the process id, which is the same in containers that share the folder.
  const draft = `${storageIdFile(dataDir)}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, `${id}\n`, { mode: 0o600, flush: true });
  try {
    await fs.link(draft, storageIdFile(dataDir));
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readStorageId(dataDir)) ?? id;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** @throws when the folder has no id file: nothing may be stored where the disk isn't mounted */
export async function checkStorageId(dataDir: string): Promise<void> {
  if ((await readStorageId(dataDir)) === null)
    throw new Error(`${dataDir} is not mounted: it has no storage-id`);
}

export async function probeFolder(dataDir: string): Promise<void> {
  await checkStorageId(dataDir);
  const text = randomBytes(6).toString('hex');
  const file = path.join(dataDir, `.probe-${text}`);
  try {
    // They may be mounts or belong to other users. A leftover folder is never mistaken for a file.
    for (const name of ['incoming', 'files']) await checkWritable(path.join(dataDir, name, `.probe-${text}`));
    await fs.writeFile(file, text, { mode: 0o600, flush: true });
    if ((await fs.readFile(file, 'utf8')) !== text) throw new Error(`${file} does not say what was written`);
  } finally {
    await fs.rm(file, { force: true });
  }
}

async function checkWritable(within: string): Promise<void> {
  try {
    await fs.mkdir(within);
    await fs.rmdir(within);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

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

import { isJunk } from '@/lib/domain/file/junk-file';
import type { PickedFile } from '../upload-item';

/** The used subset of FileSystemEntry. */
export type FileSystemItem = { name: string; isDirectory: boolean } & {
  file?: (found: (file: File) => void, failed: (error: unknown) => void) => void;
  createReader?: () => {
    readEntries: (found: (entries: FileSystemItem[]) => void, failed: (error: unknown) => void) => void;
  };
};

export type WalkResult = {
  files: PickedFile[];
  junk: number;
  empty: string[];
  unreadable: string[];
};

type PendingItem = { entry: FileSystemItem; path: string };

export async function walkEntries(entries: readonly FileSystemItem[]): Promise<WalkResult> {
  const walked: WalkResult = { files: [], junk: 0, empty: [], unreadable: [] };
  const open: PendingItem[] = entries.map((entry) => ({ entry, path: '' }));
  for (let place = open.pop(); place; place = open.pop()) {
    if (place.entry.isDirectory) open.push(...(await openFolder(place, walked)));
    else await readFile(place, walked);
  }
  return walked;
}

/** Reads files in parallel, because one by one is slow for large folders. Returns the subfolders. */
async function openFolder({ entry, path }: PendingItem, walked: WalkResult): Promise<PendingItem[]> {
  const own = join(path, entry.name);
  const folders: PendingItem[] = [];
  let isEmpty = true;
  try {
    for await (const batch of batchesOf(entry)) {
      isEmpty = false;
      const places = batch.map((child) => ({ entry: child, path: own }));
      folders.push(...places.filter((place) => place.entry.isDirectory));
      await Promise.all(
        places.filter((place) => !place.entry.isDirectory).map((place) => readFile(place, walked)),
      );
    }
    if (isEmpty) walked.empty.push(own);
  } catch {
    walked.unreadable.push(own);
  }
  return folders;
}

/** A reader returns at most a hundred entries per call; an empty array marks the end. */
async function* batchesOf(entry: FileSystemItem): AsyncGenerator<FileSystemItem[]> {
  const reader = entry.createReader?.();
  for (;;) {
    const batch = await new Promise<FileSystemItem[]>((found, failed) =>
      reader ? reader.readEntries(found, failed) : found([]),
    );
    if (batch.length === 0) return;
    yield batch;
  }
}

async function readFile({ entry, path }: PendingItem, walked: WalkResult): Promise<void> {
  if (isJunk(path, entry.name)) {
    walked.junk++;
    return;
  }
  try {
    const file = await new Promise<File>((found, failed) =>
      entry.file ? entry.file(found, failed) : failed(new Error('no file')),
    );
    walked.files.push({ file, path });
  } catch {
    walked.unreadable.push(join(path, entry.name));
  }
}

export const join = (path: string, name: string) => (path === '' ? name : `${path}/${name}`);

import { isJunk } from '@/lib/domain/file/junk-file';
import type { PickedFile } from '../upload-item';

/** The parts of the browser's FileSystemEntry that are needed, so that a test can build a folder. */
export type Entry = { name: string; isDirectory: boolean } & {
  file?: (found: (file: File) => void, failed: (error: unknown) => void) => void;
  createReader?: () => {
    readEntries: (found: (entries: Entry[]) => void, failed: (error: unknown) => void) => void;
  };
};

export type Walked = {
  files: PickedFile[];
  /** How many of the system's own files were left out. */
  junk: number;
  /** Paths of folders in which there is nothing: a share keeps files. */
  empty: string[];
  /** Paths that the browser could not read. */
  unreadable: string[];
};

type Place = { entry: Entry; path: string };

/** Reads files and whole folders, keeping their paths. One that can't be read doesn't stop the others. */
export async function walkEntries(entries: readonly Entry[]): Promise<Walked> {
  const walked: Walked = { files: [], junk: 0, empty: [], unreadable: [] };
  const open: Place[] = entries.map((entry) => ({ entry, path: '' }));
  for (let place = open.pop(); place; place = open.pop()) {
    if (place.entry.isDirectory) open.push(...(await openFolder(place, walked)));
    else await readFile(place, walked);
  }
  return walked;
}

/** Files are read at once, because asking for them one by one makes large folders slow; folders are handed back. */
async function openFolder({ entry, path }: Place, walked: Walked): Promise<Place[]> {
  const own = join(path, entry.name);
  const folders: Place[] = [];
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

/** A reader gives at most a hundred entries a call; only an empty answer is the end. */
async function* batchesOf(entry: Entry): AsyncGenerator<Entry[]> {
  const reader = entry.createReader?.();
  for (;;) {
    const batch = await new Promise<Entry[]>((found, failed) =>
      reader ? reader.readEntries(found, failed) : found([]),
    );
    if (batch.length === 0) return;
    yield batch;
  }
}

async function readFile({ entry, path }: Place, walked: Walked): Promise<void> {
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

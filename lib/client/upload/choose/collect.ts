import { isJunk } from '@/lib/domain/file/file-name';
import { type PickedFile, traitsKey, type UploadItem } from '../upload-item';

/** A dropped or picked file or folder that the browser can open again after a reload. */
export type RootHandle = FileSystemFileHandle | FileSystemDirectoryHandle;

export type Collected = WalkResult & { handles: RootHandle[] };

type DroppedItem = Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'> & {
  getAsFileSystemHandle?: () => Promise<RootHandle | null>;
};

/**
 * Collects the files of a drop or paste, including folders. Reads the transfer's items before awaiting anything,
 * because it is only readable during the event.
 */
export async function collectTransfer(transfer: DataTransfer): Promise<Collected> {
  const items: DroppedItem[] = [...transfer.items].filter(({ kind }) => kind === 'file');
  const handles = items.map((item) => item.getAsFileSystemHandle?.().catch(() => null) ?? null);
  const entries: FileSystemItem[] = [];
  const loose: File[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry() as FileSystemItem | null;
    const file = item.getAsFile();
    // WebKit gives an entry for what is no file of a disk, too, and can't read it; the file itself can be.
    if (file && !entry?.isDirectory) loose.push(file);
    else if (entry) entries.push(entry);
  }
  const walked = await walkEntries(entries);
  const found = collectFiles(loose);
  return {
    files: [...walked.files, ...found.files],
    junk: walked.junk + found.junk,
    empty: walked.empty,
    unreadable: walked.unreadable,
    handles: (await Promise.all(handles)).filter((handle) => handle !== null),
  };
}

export function collectFiles(files: Iterable<File>): Collected {
  const placed = Array.from(files, (file) => ({ file, path: folderOf(file) }));
  const wanted = placed.filter(({ file, path }) => !isJunk(path, file.name));
  return { files: wanted, junk: placed.length - wanted.length, empty: [], unreadable: [], handles: [] };
}

/** A file of the cloud that can't be fetched now, or one that is gone, leaves the others. */
export async function collectHandles(handles: readonly FileSystemFileHandle[]): Promise<Collected> {
  const read = await Promise.all(handles.map((handle) => handle.getFile().catch(() => null)));
  return {
    ...collectFiles(read.filter((file) => file !== null)),
    unreadable: handles.filter((_, at) => !read[at]).map(({ name }) => name),
    handles: handles.filter((_, at) => read[at]),
  };
}

const folderOf = ({ webkitRelativePath = '' }: File): PickedFile['path'] =>
  webkitRelativePath.split('/').slice(0, -1).join('/');

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

type KnownFiles = { alike: (one: PickedFile) => readonly UploadItem[] };

/** Compares contents where path, name, size and time don't distinguish files. */
export async function distinguishTwins(collected: Collected, { alike }: KnownFiles): Promise<Collected> {
  const { files } = collected;
  const hasTwins = new Set(files.map(traitsKey)).size < files.length;
  if (!hasTwins && files.every((one) => alike(one).length === 0)) return collected;
  const { addContentKeys } = await import('./content-keys');
  return { ...collected, files: await addContentKeys(files, alike) };
}

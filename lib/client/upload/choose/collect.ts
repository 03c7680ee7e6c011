import { isJunk } from '@/lib/domain/file/junk-file';
import type { PickedFile } from '../upload-item';
import { type FileSystemItem, type WalkResult, walkEntries } from './walk-entries';

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

export async function collectHandles(handles: readonly FileSystemFileHandle[]): Promise<Collected> {
  const files = await Promise.all(handles.map((handle) => handle.getFile()));
  return { ...collectFiles(files), handles: [...handles] };
}

const folderOf = ({ webkitRelativePath = '' }: File): PickedFile['path'] =>
  webkitRelativePath.split('/').slice(0, -1).join('/');

import type { UploadItem } from '@/lib/client/upload/upload-item';
import { compareNames, type FolderNode, fileTree } from '@/lib/domain/file/file-tree';

export type UploadFolder = FolderNode<UploadItem>;
export type UploadListItem =
  | { kind: 'folder'; key: string; depth: number; folder: UploadFolder; isOpen: boolean }
  | { kind: 'file'; key: string; depth: number; id: string };

export const uploadTree = (items: readonly UploadItem[]): UploadFolder => fileTree(items);

export function visibleRows(root: UploadFolder, closed: ReadonlySet<string>): UploadListItem[] {
  const rows: UploadListItem[] = [];
  const walk = (folder: UploadFolder, depth: number) => {
    for (const child of folder.folders) {
      const isOpen = !closed.has(child.path);
      rows.push({ kind: 'folder', key: `${child.path}/`, depth, folder: child, isOpen });
      if (isOpen) walk(child, depth + 1);
    }
    for (const { id } of folder.files) rows.push({ kind: 'file', key: id, depth, id });
  };
  walk(root, 0);
  return rows;
}

export function filesIn(folder: UploadFolder): UploadItem[] {
  return [...folder.files, ...folder.folders.flatMap(filesIn)];
}

/** Folders with more than 100 files start closed. */
export function crowdedFolders(root: UploadFolder): string[] {
  const crowded = root.folders.filter(({ count }) => count > 100).map(({ path }) => path);
  return crowded.sort(compareNames);
}

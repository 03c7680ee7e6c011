import { type FolderNode, fileTree } from '@/lib/domain/file/file-tree';
import type { PickedFile } from '../upload-item';

/** Sorts files in the order of the displayed list, so that progress moves down. */
export function sortLikeList(files: readonly PickedFile[]): PickedFile[] {
  const placed = files.map((picked, index) => {
    const { name, size } = picked.file;
    return { id: String(index), filename: name, path: picked.path, size, picked };
  });
  const inOrder = (folder: FolderNode<(typeof placed)[number]>): PickedFile[] => [
    ...folder.folders.flatMap(inOrder),
    ...folder.files.map(({ picked }) => picked),
  ];
  return inOrder(fileTree(placed));
}

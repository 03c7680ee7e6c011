import { type FolderNode, fileTree } from '@/lib/domain/file/file-tree';
import type { PickedFile } from '../upload-item';

/** Files go in the order in which the list shows them, so that progress is seen to move down. */
export function inListOrder(files: readonly PickedFile[]): PickedFile[] {
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

import type { ShareFile } from '@/lib/contract/share/file';
import { type Folder, fileTree, sortByName } from '@/lib/domain/file/file-tree';
import { inPhotoOrder, photoKind } from '@/lib/domain/file/photos';

export type Look = 'list' | 'cards' | 'photos';

/** Files one after the other as a view of them shows them. */
export function inShownOrder(files: readonly ShareFile[], look: Look): ShareFile[] {
  if (look === 'cards') return cardsOf(fileTree(files));
  if (look === 'list') return rowsOf(fileTree(files));
  const isPhoto = (file: ShareFile) => photoKind(file) !== null;
  const others = files.filter((file) => !isPhoto(file));
  return [...inPhotoOrder(sortByName(files.filter(isPhoto))), ...rowsOf(fileTree(others))];
}

const rowsOf = ({ folders, files }: Folder<ShareFile>): ShareFile[] => [...folders.flatMap(rowsOf), ...files];

const cardsOf = ({ folders, files }: Folder<ShareFile>): ShareFile[] => [
  ...files,
  ...folders.flatMap(cardsOf),
];

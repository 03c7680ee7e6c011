import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, fileTree, sortByName } from '@/lib/domain/file/file-tree';
import { inPhotoOrder, photoKind } from '@/lib/domain/file/photos';
import { packable } from '../zip/zip-offer';
import { stretchBetween } from './stretch-between';

export type Look = 'list' | 'cards' | 'photos';

/** Files one after the other as a view of them shows them. */
export function inShownOrder(files: readonly ShareFile[], look: Look): ShareFile[] {
  if (look === 'cards') return cardsOf(fileTree(files));
  if (look === 'list') return rowsOf(fileTree(files));
  const isPhoto = (file: ShareFile) => photoKind(file) !== null;
  const others = files.filter((file) => !isPhoto(file));
  return [...inPhotoOrder(sortByName(files.filter(isPhoto))), ...rowsOf(fileTree(others))];
}

/** The ids of the files that can be chosen from one to another, with both, as a view shows them. */
export const rangeOf = (
  files: readonly ShareFile[],
  look: Look,
  firstId: string,
  secondId: string,
): string[] => stretchBetween(packable(inShownOrder(files, look)), firstId, secondId).map(({ id }) => id);

const rowsOf = ({ folders, files }: FolderNode<ShareFile>): ShareFile[] => [
  ...folders.flatMap(rowsOf),
  ...files,
];

const cardsOf = ({ folders, files }: FolderNode<ShareFile>): ShareFile[] => [
  ...files,
  ...folders.flatMap(cardsOf),
];

import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, fileTree, sortByName } from '@/lib/domain/file/file-tree';
import { isReady } from '@/lib/domain/file/file-type';
import { coverFirst, photoKind, sortPhotos } from '@/lib/domain/file/photos';

export type DisplayLayout = 'list' | 'cards' | 'photos';

type OrderShown = { layout: DisplayLayout; coverId?: string | null | undefined };

export function displayOrder(files: readonly ShareFile[], { layout, coverId }: OrderShown): ShareFile[] {
  if (layout === 'cards') return cardsOf(fileTree(files));
  if (layout === 'list') return rowsOf(fileTree(files));
  const isPhoto = (file: ShareFile) => photoKind(file) !== null;
  const others = files.filter((file) => !isPhoto(file));
  const photos = sortPhotos(sortByName(files.filter(isPhoto)));
  return [...coverFirst(photos, coverId), ...rowsOf(fileTree(others))];
}

/** Returns the IDs of complete files from one to another, both included. */
export const idsBetween = (
  files: readonly ShareFile[],
  shown: OrderShown,
  firstId: string,
  secondId: string,
): string[] =>
  itemsBetween(displayOrder(files, shown).filter(isReady), firstId, secondId).map(({ id }) => id);

const rowsOf = ({ folders, files }: FolderNode<ShareFile>): ShareFile[] => [
  ...folders.flatMap(rowsOf),
  ...files,
];

const cardsOf = ({ folders, files }: FolderNode<ShareFile>): ShareFile[] => [
  ...files,
  ...folders.flatMap(cardsOf),
];

/** Returns the items from one to another, both included; only the second when the first is missing. */
export function itemsBetween<T extends { id: string }>(
  all: readonly T[],
  firstId: string,
  secondId: string,
): T[] {
  const [one, other] = [firstId, secondId].map((id) => all.findIndex((item) => item.id === id));
  if (one === undefined || other === undefined || other < 0) return [];
  return one < 0 ? all.slice(other, other + 1) : all.slice(Math.min(one, other), Math.max(one, other) + 1);
}

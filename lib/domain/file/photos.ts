import { compareNames, sortByName, type TreeFile } from './file-tree';
import { isReady, type ThumbnailKind, thumbnailKind } from './file-type';
import { minPhotoRatio, minPhotos } from './photo-share';

type GridFile = Parameters<typeof isReady>[0] & { filename: string; mimetype: string; size: number };
export type DatedGridFile = GridFile & { path: string; created: number; lastModified: number | null };

export const photoKind = (file: GridFile): ThumbnailKind | null =>
  isReady(file)
    ? thumbnailKind({ name: file.filename, mimeType: file.mimetype, sizeBytes: file.size })
    : null;

export function isMostlyPhotos(files: readonly GridFile[]): boolean {
  const count = files.filter((file) => photoKind(file) !== null).length;
  return count >= minPhotos && count >= files.length * minPhotoRatio;
}

export const manyPhotos = 60;

/** Goes folder by folder. Keeps the order of few photos; sorts many by time taken, or sent if unknown. */
export const sortPhotos = <F extends DatedGridFile>(files: readonly F[]): F[] =>
  [...files].sort(
    (a, b) => compareNames(a.path, b.path) || (files.length < manyPhotos ? 0 : takenAt(a) - takenAt(b)),
  );

export const takenAt = ({ lastModified, created }: DatedGridFile) => lastModified ?? created;

/** The photo that comes first, and large: the chosen one, or the first. Undefined where most files are none. */
export function coverOf<F extends DatedGridFile & TreeFile>(
  files: readonly F[],
  chosenId: string | null = null,
): F | undefined {
  if (!isMostlyPhotos(files)) return undefined;
  const photos = files.filter((file) => photoKind(file) !== null);
  return photos.find(({ id }) => id === chosenId) ?? sortPhotos(sortByName(photos))[0];
}

export const coverFirst = <F extends { id: string }>(
  photos: readonly F[],
  coverId: string | null | undefined,
): F[] => [...photos].sort((a, b) => Number(b.id === coverId) - Number(a.id === coverId));

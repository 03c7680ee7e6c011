import { type ThumbnailKind, thumbnailKind } from './file-type';

type GridFile = { filename: string; mimetype: string; size: number; complete: boolean };
type DatedGridFile = GridFile & { created: number; lastModified: number | null };

export const photoKind = ({ filename, mimetype, size, complete }: GridFile): ThumbnailKind | null =>
  complete ? thumbnailKind({ name: filename, mimeType: mimetype, sizeBytes: size }) : null;

const minPhotos = 3;
const minPhotoRatio = 0.75;

export function isMostlyPhotos(files: readonly GridFile[]): boolean {
  const count = files.filter((file) => photoKind(file) !== null).length;
  return count >= minPhotos && count >= files.length * minPhotoRatio;
}

const manyPhotos = 60;

/** Keeps the order of few photos; sorts many by time taken, or sent if unknown. */
export function sortPhotos<F extends DatedGridFile>(files: readonly F[]): F[] {
  return files.length < manyPhotos ? [...files] : [...files].sort((a, b) => takenAt(a) - takenAt(b));
}

export type PhotoDay<F> = { day: string | null; files: F[] };

export function photoDays<F extends DatedGridFile>(
  inOrder: readonly F[],
  dayOf: (ms: number) => string,
): PhotoDay<F>[] {
  const days = new Map<string, F[]>();
  if (inOrder.length >= manyPhotos) {
    for (const file of inOrder) {
      const day = dayOf(takenAt(file));
      days.set(day, [...(days.get(day) ?? []), file]);
    }
  }
  return days.size < 2
    ? [{ day: null, files: [...inOrder] }]
    : [...days].map(([day, files]) => ({ day, files }));
}

const takenAt = ({ lastModified, created }: DatedGridFile) => lastModified ?? created;

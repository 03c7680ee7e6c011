import { type ThumbnailKind, thumbnailKind } from './thumbnail';

type Shown = { filename: string; mimetype: string; size: number; complete: boolean };
type Dated = Shown & { created: number; lastModified: number | null };

/** What a grid shows a file as: a picture, or a film with a picture of it; null where it shows none. */
export const photoKind = ({ filename, mimetype, size, complete }: Shown): ThumbnailKind | null =>
  complete ? thumbnailKind({ name: filename, mimeType: mimetype, sizeBytes: size }) : null;

const leastPhotos = 3;
const leastPart = 0.75;

/** Whether a share is mostly pictures, and so is looked at rather than read. */
export function isMostlyPhotos(files: readonly Shown[]): boolean {
  const count = files.filter((file) => photoKind(file) !== null).length;
  return count >= leastPhotos && count >= files.length * leastPart;
}

/** From here on one day after the other is easier to look through than all at once. */
const manyPhotos = 60;

/** In the order of a grid: many by the time at which they were taken or, where nobody said, sent; few as they are. */
export function inPhotoOrder<F extends Dated>(files: readonly F[]): F[] {
  return files.length < manyPhotos ? [...files] : [...files].sort((a, b) => takenAt(a) - takenAt(b));
}

export type PhotoDay<F> = { /** Null where they aren't told apart. */ day: string | null; files: F[] };

/** Photos in their order, many by day unless all are of one. */
export function photoDays<F extends Dated>(
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

const takenAt = ({ lastModified, created }: Dated) => lastModified ?? created;

import { compareNames } from './file-tree';
import { type ThumbnailKind, thumbnailKind } from './file-type';

type GridFile = { filename: string; mimetype: string; size: number; complete: boolean };
type DatedGridFile = GridFile & { path: string; created: number; lastModified: number | null };

export const photoKind = ({ filename, mimetype, size, complete }: GridFile): ThumbnailKind | null =>
  complete ? thumbnailKind({ name: filename, mimeType: mimetype, sizeBytes: size }) : null;

const minPhotos = 3;
const minPhotoRatio = 0.75;

export function isMostlyPhotos(files: readonly GridFile[]): boolean {
  const count = files.filter((file) => photoKind(file) !== null).length;
  return count >= minPhotos && count >= files.length * minPhotoRatio;
}

const manyPhotos = 60;

/** Goes folder by folder. Keeps the order of few photos; sorts many by time taken, or sent if unknown. */
export const sortPhotos = <F extends DatedGridFile>(files: readonly F[]): F[] =>
  [...groupBy(files, ({ path }) => path)]
    .sort(([a], [b]) => compareNames(a, b))
    .flatMap(([, own]) => (own.length < manyPhotos ? own : own.sort((a, b) => takenAt(a) - takenAt(b))));

export type PhotoGroup<F> = { folder: string; day: string | null; files: F[] };

/** Groups sorted photos by folder, and many by day. */
export const photoGroups = <F extends DatedGridFile>(
  inOrder: readonly F[],
  dayOf: (ms: number) => string,
): PhotoGroup<F>[] =>
  [...groupBy(inOrder, ({ path }) => path)].flatMap(([folder, own]) => {
    const days = groupBy(own, (file) => (own.length < manyPhotos ? '' : dayOf(takenAt(file))));
    return [...days].map(([day, files]) => ({ folder, day: days.size < 2 ? null : day, files }));
  });

function groupBy<F>(files: readonly F[], keyOf: (file: F) => string): Map<string, F[]> {
  const groups = new Map<string, F[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group) group.push(file);
    else groups.set(keyOf(file), [file]);
  }
  return groups;
}

const takenAt = ({ lastModified, created }: DatedGridFile) => lastModified ?? created;

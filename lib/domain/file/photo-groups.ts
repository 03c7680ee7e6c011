import { type DatedGridFile, manyPhotos, takenAt } from './photos';

export type PhotoGroup<F> = { folder: string; day: string | null; files: F[] };

/** Groups sorted photos by folder, and many by day. */
export const photoGroups = <F extends DatedGridFile>(
  inOrder: readonly F[],
  dayOf: (ms: number) => string,
): PhotoGroup<F>[] =>
  [...groupBy(inOrder, ({ path }) => path)].flatMap(([folder, own]) => {
    const days = groupBy(own, (file) => (inOrder.length < manyPhotos ? '' : dayOf(takenAt(file))));
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

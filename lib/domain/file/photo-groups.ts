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

/** As the page of a link shows them: the cover leads the first group, whichever it is of. */
export function groupsBehindCover<F extends DatedGridFile & { id: string }>(
  inOrder: readonly F[],
  coverId: string | null | undefined,
  dayOf: (ms: number) => string,
): PhotoGroup<F>[] {
  const cover = inOrder.slice(1).find(({ id }) => id === coverId);
  const groups = photoGroups(cover ? inOrder.filter((file) => file !== cover) : inOrder, dayOf);
  const [first, ...others] = groups;
  return cover && first ? [{ ...first, files: [cover, ...first.files] }, ...others] : groups;
}

function groupBy<F>(files: readonly F[], keyOf: (file: F) => string): Map<string, F[]> {
  const groups = new Map<string, F[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group) group.push(file);
    else groups.set(keyOf(file), [file]);
  }
  return groups;
}

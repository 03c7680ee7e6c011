/**
 * Up to this many files come with a share's detail; those of larger shares are read page by page as they come into
 * sight.
 */
const filesUpTo = 500;

/** How our own pages ask for a detail. The server seeds what they ask for, so both have to say the same. */
export const detailInput = (id: string) => ({ params: { id }, query: { filesUpTo } });

/** @param visit proves the visit of a link, where its cookie may be missing */
export const folderInput = (id: string, path: string, visit?: string) => ({
  params: { id },
  query: { path, ...(visit && { visit }) },
});

/** The page behind the `n`th mark of a folder; the first one begins where the folder does. */
export function filesInput(id: string, path: string, marks: readonly string[], n: number, visit?: string) {
  const [from, until] = [marks[n], marks[n + 1]];
  return {
    params: { id },
    query: { path, ...(n > 0 && from && { from }), ...(until && { until }), ...(visit && { visit }) },
  };
}

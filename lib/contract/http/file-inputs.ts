const filesUpTo = 500;

/** Shared by pages and server, because the server seeds the cache under the same input. */
export const detailInput = (id: string) => ({ params: { id }, query: { filesUpTo } });

/** @param visit proves the visit of a link when its cookie may be missing */
export const folderInput = (id: string, path: string, visit?: string) => ({
  params: { id },
  query: { path, ...(visit && { visit }) },
});

export function filesInput(id: string, path: string, marks: readonly string[], n: number, visit?: string) {
  const [from, until] = [marks[n], marks[n + 1]];
  return {
    params: { id },
    query: { path, ...(n > 0 && from && { from }), ...(until && { until }), ...(visit && { visit }) },
  };
}

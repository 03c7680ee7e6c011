/** Server and browser build the same, because it is a cache key. */
export const roundsInput = (aliasId: string, q: string) => ({
  params: { id: aliasId },
  query: { q, pageSize: 50 },
});

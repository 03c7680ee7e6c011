/** In a file of its own, because the page of an inbox has little room for script. */
export const latestQuery = (alias: string) => ({ query: { q: '', alias, pageSize: 3 } });

/** What the list asks for, on the server and in the browser alike, so that both mean the same answer. */
export const aliasQuery = (q: string) => ({ query: { q, pageSize: 50 } });

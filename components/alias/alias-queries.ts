// Server and browser must build the same inputs, because they are cache keys.

export const aliasSearchInput = (q: string) => ({ query: { q, pageSize: 50 } });

/** Asks for one item more than is displayed, since the album is left out. */
export const receivedSharesInput = (alias: string) => ({ query: { q: '', alias, pageSize: 4 } });

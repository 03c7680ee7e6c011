/** The latest that came through an alias, as its page asks for it on the server and in the browser alike. */
export const receivedInput = (alias: string) => ({ query: { q: '', alias, pageSize: 4 } });

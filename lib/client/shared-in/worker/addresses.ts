/** Where other apps share to, as the manifest says. */
export const receivePath = '/app/receive';

/** A page, and nothing below one: behind a link's page there are its files. */
export const isOurPage = (path: string): boolean => /^\/app(\/[a-z]+(\/[\w@.-]+)?)?\/?$/.test(path);

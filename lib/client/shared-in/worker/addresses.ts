/** Where other apps share to, as the manifest says. */
export const receivePath = '/app/receive';

/**
 * True when a page has written this form. A page can hide where it is, but the browser chooses the boundary, and what the
 * system shares has another one ("----MultipartBoundary--…").
 */
export const isFromPage = (contentType: string): boolean =>
  /boundary="?-+(WebKitFormBoundary|geckoformboundary|\d)/.test(contentType);

/** A page, and nothing below one: behind a link's page there are its files. */
export const isOurPage = (path: string): boolean => /^\/app(\/[a-z]+(\/[\w@.-]+)?)?\/?$/.test(path);

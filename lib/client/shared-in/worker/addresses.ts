/** The `share_target` of the web app manifest. */
export const receivePath = '/app/receive';

/**
 * Detects a form written by a page. Browsers choose its boundary; the system's share sheet uses another one
 * ("----MultipartBoundary--…").
 */
export const isFromPage = (contentType: string): boolean =>
  /boundary="?-+(WebKitFormBoundary|geckoformboundary|\d)/.test(contentType);

/** Matches pages only: below a link's page are its files. */
export const isOurPage = (path: string): boolean => /^\/app(\/[a-z]+(\/[\w@.-]+)?)?\/?$/.test(path);

import type { Route } from 'next';

/** URLs of what an inbox asks for, which visitors' pages needn't load. */
export const requestPaths = {
  list: (aliasId: string) => `/app/alias/${aliasId}/request` as Route,
  new: (aliasId: string) => `/app/alias/${aliasId}/request/new` as Route,
  /** @param search with its "?" */
  board: (aliasId: string, search: string) => `/app/alias/${aliasId}/request/board${search}` as Route,
};

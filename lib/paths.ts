import type { Route } from 'next';

/** Every screen's URL, in one place. */
export const paths = {
  home: '/app/home',
  login: (back?: string) =>
    back ? (`/app/login?r=${encodeURIComponent(back)}` as const) : ('/app/login' as const),
  info: (code: 0 | 1) => `/app/info/${code}` as const,
  shares: '/app/uploads',
  newShare: '/app/share',
  share: (id: string) => `/app/upload/${id}` as Route,
  aliases: '/app/alias',
  newAlias: '/app/alias/new',
  alias: (id: string) => `/app/alias/${id}` as Route,
  /** Where anyone who knows an alias brings files. */
  inbox: (aliasId: string) => `/app/share/${aliasId}` as Route,
  /** The API's own description: what there is to read here. */
  documentation: '/api/doc',
  open: (linkId: string) => `/app/open/${linkId}` as Route,
} as const;

/** The page after signing in, by the name that the configuration gives it. */
export const initialPath = (page: 'home' | 'uploads' | 'share') =>
  ({ home: paths.home, uploads: paths.shares, share: paths.newShare })[page];

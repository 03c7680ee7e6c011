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
  accounts: '/app/account',
  newAccount: '/app/account/new',
  account: (id: string) => `/app/account/${id}` as Route,
  open: (linkId: string) => `/app/open/${linkId}` as Route,
} as const;

/** The page after signing in, by the name that the configuration gives it. */
export const initialPath = (page: 'home' | 'uploads' | 'share') =>
  ({ home: paths.home, uploads: paths.shares, share: paths.newShare })[page];

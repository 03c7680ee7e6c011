import type { Route } from 'next';

/** Every screen's URL, in one place. */
export const paths = {
  home: '/app/home',
  login: (back?: string) =>
    back ? (`/app/login?r=${encodeURIComponent(back)}` as const) : ('/app/login' as const),
  register: '/app/register',
  /** Behind the sign a browser sends nothing: the key stays out of every log. */
  registerWith: (key: string) => `/app/register#invite=${encodeURIComponent(key)}`,
  newInvite: '/app/newinvite',
  settings: '/app/settings',
  info: (code: 0 | 1) => `/app/info/${code}` as const,
  shares: '/app/uploads',
  newShare: '/app/share',
  audit: '/app/audit',
  share: (id: string) => `/app/upload/${id}` as Route,
  open: (linkId: string) => `/app/open/${linkId}` as Route,
} as const;

/** The page after signing in, by the name that the configuration gives it. */
export const initialPath = (page: 'home' | 'uploads' | 'share') =>
  ({ home: paths.home, uploads: paths.shares, share: paths.newShare })[page];

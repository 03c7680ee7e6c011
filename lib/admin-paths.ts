import type { Route } from 'next';
import { paths } from './paths';

/** URLs of admins' pages, which visitors' pages needn't load. */
export const adminPaths = {
  overview: '/app/overview' as Route,
  serverRoom: (room: string) => (room === 'general' ? paths.server : `${paths.server}/${room}`) as Route,
  overseenShare: (id: string) => `${paths.overseenShares}/${id}` as Route,
  overseenAlias: (id: string) => `/app/oversight/inboxes/${id}` as Route,
  overseenAliases: '/app/oversight/inboxes' as Route,
  overseenNames: '/app/oversight/names' as Route,
  quarantine: '/app/oversight/quarantine' as Route,
};

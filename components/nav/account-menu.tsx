'use client';

import dynamic from 'next/dynamic';
import { useViewer } from '@/lib/client/session';

/** A part of the script of its own: menus are a fifth of what a visitor of a link would load for nothing. */
const UserMenu = dynamic(() => import('./user-menu').then((part) => part.UserMenu));

export function AccountMenu() {
  const viewer = useViewer();
  return viewer && <UserMenu login={viewer.login} isAdmin={viewer.admin} />;
}

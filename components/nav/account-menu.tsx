'use client';

import dynamic from 'next/dynamic';
import { useViewer } from '@/lib/client/session/session';

// Drawn by the server as well; visitors of a link, who share this bar, are spared its script.
const LazyUserMenu = dynamic(() => import('./lazy-user-menu').then((part) => part.LazyUserMenu));

export function AccountMenu() {
  const viewer = useViewer();
  return viewer && <LazyUserMenu login={viewer.login} isAdmin={viewer.admin} />;
}

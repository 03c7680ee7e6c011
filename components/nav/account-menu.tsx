'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useViewer } from '@/lib/client/session/session';
import { AccountButton } from './account-button';

// The menu library is as large as a small page of ours, so it loads after the page and before the click.
const loadMenu = () => import('./user-menu').then((part) => part.UserMenu);
const UserMenu = dynamic(loadMenu, { ssr: false, loading: () => <AccountButton aria-busy /> });

export function AccountMenu() {
  const viewer = useViewer();
  return viewer && <LazyUserMenu login={viewer.login} isAdmin={viewer.admin} />;
}

function LazyUserMenu(menu: { login: string; isAdmin: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  useFetchAhead(loadMenu);
  if (isWanted) return <UserMenu {...menu} />;
  return (
    <AccountButton
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setIsWanted(true);
      }}
    />
  );
}

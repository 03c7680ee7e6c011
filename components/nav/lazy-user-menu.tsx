'use client';

import { UserIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useViewer } from '@/lib/client/session/session';

// The menu library is as large as a small page of ours, so it loads after the page and before the click.
const loadMenu = () => import('./user-menu').then((part) => part.UserMenu);
const UserMenu = dynamic(loadMenu, { ssr: false, loading: () => <AccountButton aria-busy /> });

export function LazyUserMenu(menu: { login: string; isAdmin: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  useFetchAhead(loadMenu);
  if (isWanted) return <UserMenu {...menu} trigger={<AccountButton />} />;
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

function AccountButton(props: ComponentProps<typeof Button>) {
  const t = useTranslations('nav');
  const login = useViewer()?.login ?? '';
  return (
    <Button tone="ghost" aria-haspopup="menu" aria-label={t('account', { login })} {...props}>
      <UserIcon aria-hidden />
      <span className="hidden max-w-40 truncate sm:inline md:max-lg:max-w-20">{login}</span>
    </Button>
  );
}

'use client';

import {
  FolderIcon,
  HouseIcon,
  InboxIcon,
  LogOutIcon,
  MoonIcon,
  PlusIcon,
  SunIcon,
  UserIcon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu';
import { signOut } from '@/lib/client/sign-out';
import { useTheme } from '@/lib/client/theme';
import { paths } from '@/lib/paths';

export function UserMenu({ login }: { login: string }) {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useTheme();
  return (
    <Menu
      trigger={
        <Button tone="ghost" aria-label={t('account', { login })}>
          <UserIcon aria-hidden />
          <span className="hidden max-w-40 truncate sm:inline">{login}</span>
        </Button>
      }
    >
      <MenuLink href={paths.home}>
        <HouseIcon aria-hidden />
        {t('home')}
      </MenuLink>
      <MenuLink href={paths.shares}>
        <FolderIcon aria-hidden />
        {t('shares')}
      </MenuLink>
      <MenuLink href={paths.aliases}>
        <InboxIcon aria-hidden />
        {t('aliases')}
      </MenuLink>
      <MenuLink href={paths.newShare}>
        <PlusIcon aria-hidden />
        {t('newShare')}
      </MenuLink>
      <MenuSeparator />
      <MenuItem onSelect={toggleTheme}>
        {theme === 'dark' ? <SunIcon aria-hidden /> : <MoonIcon aria-hidden />}
        {theme === 'dark' ? t('light') : t('dark')}
      </MenuItem>
      <MenuItem onSelect={signOut}>
        <LogOutIcon aria-hidden />
        <span className="truncate">{t('signOut', { login })}</span>
      </MenuItem>
    </Menu>
  );
}

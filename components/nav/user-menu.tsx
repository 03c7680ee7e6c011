'use client';

import { FilesIcon, HouseIcon, LogOutIcon, PlusIcon, UserRoundIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { signOut } from '@/lib/client/session';
import { paths } from '@/lib/paths';

export function UserMenu({ login }: { login: string }) {
  const t = useTranslations('nav');
  return (
    <Menu
      trigger={
        <IconButton label={t('account', { login })}>
          <UserRoundIcon aria-hidden />
        </IconButton>
      }
    >
      <MenuNote>{t('signedInAs', { login })}</MenuNote>
      <MenuLink href={paths.home}>
        <HouseIcon aria-hidden />
        {t('home')}
      </MenuLink>
      <MenuLink href={paths.shares}>
        <FilesIcon aria-hidden />
        {t('shares')}
      </MenuLink>
      <MenuLink href={paths.newShare}>
        <PlusIcon aria-hidden />
        {t('newShare')}
      </MenuLink>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOutIcon aria-hidden />
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

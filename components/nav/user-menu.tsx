'use client';

import {
  FolderIcon,
  HouseIcon,
  InboxIcon,
  LinkIcon,
  MoonIcon,
  PlusIcon,
  ScrollTextIcon,
  SettingsIcon,
  StethoscopeIcon,
  SunIcon,
  TicketIcon,
  UsersIcon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/dialog/menu';
import { useAppConfig } from '@/lib/client/app-config';
import { useThemeToggle } from '@/lib/client/choices/choose';
import { paths } from '@/lib/paths';
import { AccountButton } from './account-button';
import { ReceivedWords } from './received-link';
import { SignOutItem } from './sign-out-item';

/** Loaded by the click on its button, so it starts open. */
export function UserMenu({ login, isAdmin }: { login: string; isAdmin: boolean }) {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useThemeToggle();
  return (
    <Menu trigger={<AccountButton />} startsOpen>
      <MenuLink href={paths.home}>
        <HouseIcon aria-hidden />
        {t('home')}
      </MenuLink>
      <MenuLink href={paths.shares}>
        <FolderIcon aria-hidden />
        {t('shares')}
      </MenuLink>
      <MenuLink href={paths.received}>
        <InboxIcon aria-hidden />
        <ReceivedWords />
      </MenuLink>
      <MenuLink href={paths.aliases}>
        <LinkIcon aria-hidden />
        {t('aliases')}
      </MenuLink>
      <MenuLink href={paths.newShare}>
        <PlusIcon aria-hidden />
        {t('newShare')}
      </MenuLink>
      {isAdmin && <AdminLinks />}
      <MenuSeparator />
      <MenuLink href={paths.settings}>
        <SettingsIcon aria-hidden />
        {t('settings')}
      </MenuLink>
      <MenuItem onSelect={toggleTheme}>
        {theme === 'dark' ? <SunIcon aria-hidden /> : <MoonIcon aria-hidden />}
        {theme === 'dark' ? t('light') : t('dark')}
      </MenuItem>
      <SignOutItem login={login} />
    </Menu>
  );
}

function AdminLinks() {
  const t = useTranslations('nav');
  const { signupMode } = useAppConfig();
  return (
    <>
      <MenuSeparator />
      <MenuLink href={paths.accounts}>
        <UsersIcon aria-hidden />
        {t('accounts')}
      </MenuLink>
      {signupMode === 'invite' && (
        <MenuLink href={paths.newInvite}>
          <TicketIcon aria-hidden />
          {t('newInvite')}
        </MenuLink>
      )}
      <MenuLink href={paths.audit}>
        <ScrollTextIcon aria-hidden />
        {t('audit')}
      </MenuLink>
      <MenuLink href={paths.doctor}>
        <StethoscopeIcon aria-hidden />
        {t('doctor')}
      </MenuLink>
    </>
  );
}

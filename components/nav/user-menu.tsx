'use client';

import {
  FlagIcon,
  FolderIcon,
  GaugeIcon,
  HouseIcon,
  InboxIcon,
  LinkIcon,
  LogOutIcon,
  MoonIcon,
  PlusIcon,
  ScrollTextIcon,
  ServerCogIcon,
  SettingsIcon,
  ShieldIcon,
  StethoscopeIcon,
  SunIcon,
  TicketIcon,
  UsersIcon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactElement, useState } from 'react';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/dialog/menu';
import { adminPaths } from '@/lib/admin-paths';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useThemeToggle } from '@/lib/client/choices/choose';
import { signOut } from '@/lib/client/session/sign-out';
import { oversight } from '@/lib/contract/admin/oversight';
import { automaticSignIn } from '@/lib/domain/account/sign-in';
import { paths } from '@/lib/paths';
import { ReceivedWords } from './received-words';

type UserMenuProps = { login: string; isAdmin: boolean; trigger: ReactElement };

/** Loaded by the click on its button, so it starts open. */
export function UserMenu({ login, isAdmin, trigger }: UserMenuProps) {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useThemeToggle();
  return (
    <Menu trigger={trigger} startsOpen>
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
  const count = useCall(oversight.reports, { query: { pageSize: 1 } }).data?.total ?? 0;
  return (
    <>
      <MenuSeparator />
      <MenuLink href={adminPaths.overview}>
        <GaugeIcon aria-hidden />
        {t('overview')}
      </MenuLink>
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
      <MenuLink href={paths.server}>
        <ServerCogIcon aria-hidden />
        {t('server')}
      </MenuLink>
      <MenuLink href={paths.overseenShares}>
        <ShieldIcon aria-hidden />
        {t('oversight')}
      </MenuLink>
      {count > 0 && (
        <MenuLink href={paths.reports}>
          <FlagIcon aria-hidden />
          {t('reports', { count })}
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

/** Disabled where the login page signs in automatically: signing out would lead straight back in. */
function SignOutItem({ login }: { login: string }) {
  const t = useTranslations('nav');
  const isAutomatic = automaticSignIn(useAppConfig()) !== null;
  const [hasFailed, setHasFailed] = useState(false);
  const leave = () => {
    setHasFailed(false);
    void signOut().then((isOut) => setHasFailed(!isOut));
  };
  const state = isAutomatic
    ? { disabled: true, hint: t('automatic') }
    : { failure: hasFailed ? t('signOutFailed') : null };
  return (
    <MenuItem onSelect={leave} {...state}>
      <LogOutIcon aria-hidden />
      <span className="truncate">{t('signOut', { login })}</span>
    </MenuItem>
  );
}

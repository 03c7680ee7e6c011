'use client';

import { LogOutIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MenuItem } from '@/components/ui/dialog/menu';
import { useAppConfig } from '@/lib/client/app-config';
import { signOut } from '@/lib/client/session/sign-out';
import { automaticSignIn } from '@/lib/domain/account/automatic-sign-in';

/** Disabled where the login page signs in automatically: signing out would lead straight back in. */
export function SignOutItem({ login }: { login: string }) {
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

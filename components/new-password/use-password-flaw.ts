'use client';

import { useEffect, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { type PasswordFlaw, passwordFlaw } from '@/lib/domain/account/account-password';

const unknown: ReadonlySet<string> = new Set();

export function usePasswordFlaw(password: string, login: string): PasswordFlaw | null {
  const { appName } = useAppConfig();
  const [common, setCommon] = useState(unknown);
  const isTyping = password !== '';
  useEffect(() => {
    if (!isTyping) return;
    let isGone = false;
    import('@/lib/domain/account/common-passwords.json').then(
      ({ default: list }) => isGone || setCommon(new Set(list)),
      () => undefined, // without the list the server still has it
    );
    return () => {
      isGone = true;
    };
  }, [isTyping]);
  return isTyping ? passwordFlaw(password, { names: [login, appName], common }) : null;
}

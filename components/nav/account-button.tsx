'use client';

import { UserIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/lib/client/session/session';

export function AccountButton(props: ComponentProps<typeof Button>) {
  const t = useTranslations('nav');
  const login = useViewer()?.login ?? '';
  return (
    <Button tone="ghost" aria-haspopup="menu" aria-label={t('account', { login })} {...props}>
      <UserIcon aria-hidden />
      <span className="hidden max-w-40 truncate sm:inline md:max-lg:max-w-20">{login}</span>
    </Button>
  );
}

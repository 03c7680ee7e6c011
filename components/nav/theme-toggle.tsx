'use client';

import { MoonIcon, SunIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { chooseTheme, currentTheme } from '@/lib/client/preferences';

/** Both icons are there and the theme shows one of them, so the first paint is right without a script. */
export function ThemeToggle() {
  const t = useTranslations('nav');
  return (
    <IconButton label={t('theme')} onClick={() => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')}>
      <MoonIcon aria-hidden className="dark:hidden" />
      <SunIcon aria-hidden className="hidden dark:block" />
    </IconButton>
  );
}

'use client';

import { MoonIcon, SunIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { useThemeToggle } from '@/lib/client/choices/choose';

export function ThemeToggle() {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useThemeToggle();
  return (
    <IconButton label={theme === 'dark' ? t('light') : t('dark')} onClick={toggleTheme}>
      {theme === 'dark' ? <SunIcon aria-hidden /> : <MoonIcon aria-hidden />}
    </IconButton>
  );
}

'use client';

import { MoonIcon, SunIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { useTheme } from '@/lib/client/theme';

export function ThemeToggle() {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useTheme();
  return (
    <IconButton label={theme === 'dark' ? t('light') : t('dark')} onClick={toggleTheme}>
      {theme === 'dark' ? <SunIcon aria-hidden /> : <MoonIcon aria-hidden />}
    </IconButton>
  );
}

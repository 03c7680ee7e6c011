'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useLanguageChoice, useThemeToggle } from '@/lib/client/choices/choose';
import { useViewer } from '@/lib/client/session/session';
import { offeredLanguages } from '@/lib/i18n/locales';
import { paths } from '@/lib/paths';

export function BrandLink({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  return (
    <Link
      href={viewer ? paths.home : paths.login()}
      className="-ml-2 flex min-w-0 items-center gap-2.5 rounded-control px-2 py-1.5 text-base font-semibold tracking-tight pointer-coarse:py-2.5"
    >
      {children}
    </Link>
  );
}

/** A transparent native `<select>` over a label (`LanguageLabel`). */
export function LanguageSelect() {
  const t = useTranslations('nav');
  const { languages: offered } = useAppConfig();
  const { language: chosen, pending, choose } = useLanguageChoice();
  return (
    <select
      aria-label={t('language')}
      aria-busy={pending}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
      className="absolute inset-0 size-full appearance-none opacity-0 [&>option]:bg-raised [&>option]:text-ink"
    >
      {offeredLanguages(offered).map((language) => (
        <option key={language.locale} value={language.locale} lang={language.locale}>
          {language.label}
        </option>
      ))}
    </select>
  );
}

export function ThemeToggle({ children }: { children: ReactNode }) {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useThemeToggle();
  return (
    <IconButton label={theme === 'dark' ? t('light') : t('dark')} onClick={toggleTheme}>
      {children}
    </IconButton>
  );
}

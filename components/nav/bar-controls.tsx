'use client';

import { GlobeIcon, MoonIcon, SunIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useLanguageChoice, useThemeToggle } from '@/lib/client/choices/choose';
import { useViewer } from '@/lib/client/session/session';
import { languages, offeredLanguages } from '@/lib/i18n/locales';
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

/** A transparent native `<select>` covers a label that looks like a button; phones show only the icon. */
export function LanguageSelect() {
  const t = useTranslations('nav');
  const { languages: offered } = useAppConfig();
  const { language: chosen, pending, choose } = useLanguageChoice();
  return (
    <span
      title={t('language')}
      className="relative flex h-9 w-9 items-center justify-center gap-1.5 rounded-control text-sm font-medium text-muted transition-colors duration-100 outline-accent hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 sm:w-auto sm:px-2.5 pointer-coarse:h-11 max-sm:pointer-coarse:w-11"
    >
      <GlobeIcon aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="max-sm:hidden">
        {languages.find(({ locale }) => locale === chosen)?.label}
      </span>
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
    </span>
  );
}

export function ThemeToggle() {
  const t = useTranslations('nav');
  const { theme, toggleTheme } = useThemeToggle();
  return (
    <IconButton label={theme === 'dark' ? t('light') : t('dark')} onClick={toggleTheme}>
      {/* The server doesn't know the device's theme, so the styles choose. */}
      <SunIcon aria-hidden className="hidden dark:block" />
      <MoonIcon aria-hidden className="dark:hidden" />
    </IconButton>
  );
}

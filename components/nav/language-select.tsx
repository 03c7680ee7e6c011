'use client';

import { GlobeIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLanguageChoice } from '@/lib/client/choose';
import { languages } from '@/lib/i18n/locales';

/** The system's own list in the clothes of a button; on phones only its icon shows. */
export function LanguageSelect() {
  const t = useTranslations('nav');
  const { language: chosen, pending, choose } = useLanguageChoice();
  return (
    <span className="relative text-muted hover:text-ink" title={t('language')}>
      <GlobeIcon
        aria-hidden
        className="pointer-events-none absolute inset-0 m-auto size-4 sm:right-auto sm:left-2.5"
      />
      <select
        aria-label={t('language')}
        aria-busy={pending}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="h-9 w-9 appearance-none rounded-control bg-transparent field-sizing-content text-sm font-medium transition-colors duration-100 hover:bg-hover max-sm:text-transparent sm:w-auto sm:pr-3 sm:pl-8 pointer-coarse:h-11 max-sm:pointer-coarse:w-11 [&>option]:bg-raised [&>option]:text-ink"
      >
        {languages.map((language) => (
          <option key={language.locale} value={language.locale} lang={language.locale}>
            {language.label}
          </option>
        ))}
      </select>
    </span>
  );
}

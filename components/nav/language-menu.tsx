'use client';

import { LanguagesIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuChoices } from '@/components/ui/menu';
import { chooseLanguage } from '@/lib/client/preferences';
import { languages } from '@/lib/i18n/locales';

const choices = languages.map(({ locale, label }) => ({ value: locale, label, lang: locale }));

export function LanguageMenu() {
  const t = useTranslations('nav');
  const locale = useLocale();
  const router = useRouter();

  const choose = (next: string) => {
    chooseLanguage(next);
    router.refresh();
  };

  return (
    <Menu
      trigger={
        <IconButton label={t('language')}>
          <LanguagesIcon aria-hidden />
        </IconButton>
      }
    >
      <MenuChoices value={locale} onValueChange={choose} choices={choices} />
    </Menu>
  );
}

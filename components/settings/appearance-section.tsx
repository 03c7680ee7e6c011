'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Segmented } from '@/components/ui/form/segmented';
import { Select } from '@/components/ui/form/select';
import { useTheme } from '@/lib/client/choices/theme';
import { languages, localeOfTag } from '@/lib/i18n/locales';
import { Outcome } from './outcome';
import { SettingsSection } from './settings-section';
import { TimeZoneField } from './time-zone-field';
import { useAppearance } from './use-appearance';

export function AppearanceSection() {
  const t = useTranslations('settings.look');
  const locale = localeOfTag(useLocale());
  const { theme } = useTheme();
  const { timezone, send, chooseLanguage, chooseTheme, chooseZone } = useAppearance();
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      <div className="flex max-w-md flex-col gap-4">
        <Outcome sent={send} />
        <Field label={t('language')}>
          <Select
            name="language"
            value={locale}
            onValueChange={chooseLanguage}
            options={languages.map((language) => ({ value: language.locale, label: language.label }))}
          />
        </Field>
        <TimeZoneField value={timezone} onValueChange={chooseZone} />
        <div className="flex flex-col items-start gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {t('theme')}
          </span>
          <Segmented
            label={t('theme')}
            value={theme}
            onValueChange={chooseTheme}
            options={[
              { value: 'system', label: t('system') },
              { value: 'light', label: t('light') },
              { value: 'dark', label: t('dark') },
            ]}
          />
        </div>
      </div>
    </SettingsSection>
  );
}

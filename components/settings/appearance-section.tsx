'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Field } from '@/components/ui/form/field';
import { SearchableSelect } from '@/components/ui/form/searchable-select';
import { Segmented } from '@/components/ui/form/segmented';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { deviceZone } from '@/lib/client/choices/device-zone';
import { storePreference } from '@/lib/client/choices/store-preference';
import { useTheme } from '@/lib/client/choices/theme';
import { choiceCookieNames } from '@/lib/contract/http/names';
import type { Theme } from '@/lib/domain/look';
import { timeFormat } from '@/lib/domain/time/moment';
import { automaticZone, readableZone } from '@/lib/domain/time/time-zone';
import { localeOfTag, offeredLanguages } from '@/lib/i18n/locales';
import { Outcome, SettingsSection, usePreferences } from './settings-section';

export function AppearanceSection() {
  const t = useTranslations('settings.look');
  const locale = localeOfTag(useLocale());
  const { theme } = useTheme();
  const { languages: offered } = useAppConfig();
  const { timezone, send, chooseLanguage, chooseTheme, chooseZone } = useAppearance();
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      <div className="flex max-w-md flex-col gap-4">
        <Field label={t('language')}>
          <Select
            name="language"
            value={locale}
            onValueChange={chooseLanguage}
            options={offeredLanguages(offered).map((language) => ({
              value: language.locale,
              label: language.label,
            }))}
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
        <Outcome sent={send} />
      </div>
    </SettingsSection>
  );
}

/** Language and time zone affect server rendering, so the page refreshes once they are saved. */
function useAppearance() {
  const router = useRouter();
  const { setTheme } = useTheme();
  const { stored, send } = usePreferences();
  const redraw = { onSuccess: () => router.refresh() };

  const chooseLanguage = (language: string) => {
    // First, so that the answer is in the new language, too.
    storePreference(choiceCookieNames.language, language);
    send.mutate({ body: { language } }, redraw);
  };
  const chooseTheme = (theme: Theme) => {
    setTheme(theme);
    send.mutate({ body: { theme } });
  };
  const chooseZone = (timezone: string | null) => send.mutate({ body: { timezone } }, redraw);
  return { timezone: stored?.timezone ?? null, send, chooseLanguage, chooseTheme, chooseZone };
}

type TimeZoneFieldProps = {
  /** Null means the installation's time zone. */
  value: string | null;
  onValueChange: (zone: string | null) => void;
};

const byServer = '';

function TimeZoneField({ value, onValueChange }: TimeZoneFieldProps) {
  const t = useTranslations('settings.zone');
  const format = useFormatter();
  const { defaultTimezone } = useAppConfig();
  const device = useSyncExternalStore(never, deviceZone, () => undefined);
  const server = defaultTimezone ?? 'UTC';
  const shown = { [byServer]: server, [automaticZone]: device }[value ?? byServer] ?? value ?? server;

  const special = [
    { value: byServer, label: t('byServer', { zone: readableZone(server) }) },
    {
      value: automaticZone,
      label: device ? t('automatic', { zone: readableZone(device) }) : t('automaticPlain'),
    },
  ];
  // The browser's own list; the server's may differ, and it is needed only once the field is opened.
  const zones = device ? ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')] : [];
  const chosen = value && value !== automaticZone && !zones.includes(value) ? [value] : [];
  const options = [
    ...special,
    ...[...chosen, ...zones].map((zone) => ({ value: zone, label: readableZone(zone) })),
  ];
  const time = device && format.dateTime(new Date(), { timeZone: shown, ...timeFormat });
  return (
    <Field label={t('label')} hint={time ? t('hint', { time }) : placeOfLine}>
      <SearchableSelect
        options={options}
        value={value ?? byServer}
        onValueChange={(zone) => onValueChange(zone === byServer ? null : zone)}
        emptyText={t('none')}
      />
    </Field>
  );
}

/** Keeps the place of the hint, for which a mere blank has no height. */
const placeOfLine = '\u00a0';

/** A device's time zone doesn't change while a page is open. */
const never = () => () => undefined;

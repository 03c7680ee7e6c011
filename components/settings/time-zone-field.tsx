'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Field } from '@/components/ui/form/field';
import { SearchableSelect } from '@/components/ui/form/searchable-select';
import { useAppConfig } from '@/lib/client/app-config';
import { deviceZone } from '@/lib/client/choices/device-zone';
import { timeFormat } from '@/lib/domain/time/moment';
import { automaticZone, readableZone } from '@/lib/domain/time/time-zone';

type TimeZoneFieldProps = {
  /** Null means the installation's time zone. */
  value: string | null;
  onValueChange: (zone: string | null) => void;
};

const byServer = '';

export function TimeZoneField({ value, onValueChange }: TimeZoneFieldProps) {
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
    <Field label={t('label')} hint={time ? t('hint', { time }) : ' '}>
      <SearchableSelect
        options={options}
        value={value ?? byServer}
        onValueChange={(zone) => onValueChange(zone === byServer ? null : zone)}
        emptyText={t('none')}
      />
    </Field>
  );
}

/** A device's time zone doesn't change while a page is open. */
const never = () => () => undefined;

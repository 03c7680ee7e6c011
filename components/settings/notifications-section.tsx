'use client';

import { useTranslations } from 'next-intl';
import { MailOff } from '@/components/mail/mail-off';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { type PreferencesChange, settings } from '@/lib/contract/settings';
import { Outcome, SettingsSection, usePreferences } from './settings-section';

export function NotificationsSection() {
  const t = useTranslations('settings.told');
  const { mailEnabled } = useAppConfig();
  const { data: address } = useCall(settings.getEmail, {});
  const { current, send } = usePreferences();
  const choice = (
    name: 'tellFirst' | 'tellEvery' | 'tellLimit' | 'tellEnd' | 'tellSignIn',
    label: string,
  ) => (
    <Switch
      label={label}
      disabled={!mailEnabled}
      checked={current[name] ?? false}
      onChange={(event) => send.mutate({ body: { [name]: event.target.checked } as PreferencesChange })}
    />
  );
  return (
    <SettingsSection title={t('title')} lead={mailEnabled ? t('lead') : t('mailOff')}>
      {!mailEnabled && (
        <p className="mb-4 text-sm">
          <MailOff />
        </p>
      )}
      <div className="flex max-w-md flex-col gap-2">
        {mailEnabled && address?.email === null && <p className="text-sm text-muted">{t('noAddress')}</p>}
        {choice('tellFirst', t('first'))}
        {choice('tellEvery', t('every'))}
        {choice('tellLimit', t('limit'))}
        {choice('tellEnd', t('end'))}
        {choice('tellSignIn', t('signIn'))}
        <Outcome sent={send} />
      </div>
    </SettingsSection>
  );
}

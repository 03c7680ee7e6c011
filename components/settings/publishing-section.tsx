'use client';

import { useTranslations } from 'next-intl';
import { Switch } from '@/components/ui/form/switch';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { settings } from '@/lib/contract/settings';
import { Outcome } from './outcome';
import { SettingsSection } from './settings-section';

export function PublishingSection() {
  const t = useTranslations('settings.publishing');
  const { data } = useCall(settings.getPreferences, {});
  const send = useSend(settings.setPreferences, { reloads: [settings.getPreferences] });
  const isOn = send.isPending ? send.variables.body?.autoPublish : data?.autoPublish;
  return (
    <SettingsSection title={t('title')}>
      <div className="flex max-w-md flex-col gap-4">
        <Outcome sent={send} />
        <Switch
          label={t('auto')}
          hint={t('hint')}
          checked={isOn ?? true}
          onChange={(event) => send.mutate({ body: { autoPublish: event.target.checked } })}
        />
      </div>
    </SettingsSection>
  );
}

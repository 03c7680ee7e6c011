'use client';

import { useTranslations } from 'next-intl';
import { Switch } from '@/components/ui/form/switch';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { settings } from '@/lib/contract/settings';
import { Outcome } from './outcome';
import { SettingsSection } from './settings-section';

export function NameSection() {
  const t = useTranslations('settings.name');
  const login = useViewer()?.login ?? '';
  const { data } = useCall(settings.getPreferences, {});
  const send = useSend(settings.setPreferences, { reloads: [settings.getPreferences] });
  const isOn = send.isPending ? send.variables.body?.showName : data?.showName;
  return (
    <SettingsSection title={t('title')}>
      <div className="flex max-w-md flex-col gap-4">
        <Outcome sent={send} />
        <Switch
          label={t('show')}
          hint={t('hint', { login })}
          checked={isOn ?? false}
          onChange={(event) => send.mutate({ body: { showName: event.target.checked } })}
        />
      </div>
    </SettingsSection>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session/session';
import { AppearanceSection } from './appearance-section';
import { EmailSection } from './email-section';
import { SwitchSection } from './settings-section';
import { SpaceSection } from './space-section';

export function Profile() {
  const t = useTranslations('settings');
  const { autoPublishEnabled } = useAppConfig();
  const login = useViewer()?.login ?? '';
  return (
    <>
      <AppearanceSection />
      {autoPublishEnabled && (
        <SwitchSection
          name="autoPublish"
          isOnAtFirst
          texts={{ title: t('publishing.title'), label: t('publishing.auto'), hint: t('publishing.hint') }}
        />
      )}
      <EmailSection />
      <SwitchSection
        name="showName"
        isOnAtFirst={false}
        texts={{ title: t('name.title'), label: t('name.show'), hint: t('name.hint', { login }) }}
      />
      <SpaceSection />
    </>
  );
}

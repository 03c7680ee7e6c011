'use client';

import { useTranslations } from 'next-intl';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { profile } from '@/lib/contract/account/profile';
import { AppearanceSection } from './appearance-section';
import { EmailSection } from './email-section';
import { ProfileSection } from './profile-section';
import { SwitchSection } from './settings-section';
import { SpaceSection } from './space-section';

export function Profile() {
  const t = useTranslations('settings');
  const { autoPublishEnabled } = useAppConfig();
  const { data } = useCall(profile.get, {});
  const login = useViewer()?.login ?? '';
  const name = data?.name ?? login;
  return (
    <>
      <ProfileSection />
      <SwitchSection
        name="showName"
        isOnAtFirst={false}
        texts={{ title: t('name.title'), label: t('name.show'), hint: t('name.hint', { login: name }) }}
      />
      <AppearanceSection />
      {autoPublishEnabled && (
        <SwitchSection
          name="autoPublish"
          isOnAtFirst
          texts={{ title: t('publishing.title'), label: t('publishing.auto'), hint: t('publishing.hint') }}
        />
      )}
      <EmailSection />
      <SpaceSection />
    </>
  );
}

'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { PageHeader } from '@/components/ui/page-header';
import { useAppConfig } from '@/lib/client/app-config';
import { AppearanceSection } from './appearance-section';
import { EmailSection } from './email-section';
import { PasswordSection } from './password-section';
import { SwitchSection } from './settings-section';
import { SpaceSection } from './space-section';

const loadLate = () => import('./late-sections').then((part) => part.LateSections);
const LateSections = dynamic(loadLate);

export function Settings() {
  const t = useTranslations('settings');
  const { autoPublishEnabled } = useAppConfig();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title={t('title')} />
      <AppearanceSection />
      {autoPublishEnabled && (
        <SwitchSection
          name="autoPublish"
          isOnAtFirst
          texts={{ title: t('publishing.title'), label: t('publishing.auto'), hint: t('publishing.hint') }}
        />
      )}
      <EmailSection />
      <PasswordSection />
      <SpaceSection />
      <AfterLoad load={loadLate}>
        <LateSections />
      </AfterLoad>
    </div>
  );
}

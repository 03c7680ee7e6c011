'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { PageHeader } from '@/components/ui/page-header';
import { useAppConfig } from '@/lib/client/app-config';
import { AppearanceSection } from './appearance-section';
import { EmailSection } from './email-section';
import { PasswordSection } from './password-section';
import { PublishingSection } from './publishing-section';
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
      {autoPublishEnabled && <PublishingSection />}
      <EmailSection />
      <PasswordSection />
      <SpaceSection />
      <AfterLoad load={loadLate}>
        <LateSections />
      </AfterLoad>
    </div>
  );
}

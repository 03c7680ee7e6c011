'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { PageHeader } from '@/components/ui/page-header';
import { useAppConfig } from '@/lib/client/app-config';
import { InviteForm } from './invite-form';
import { OpenInvites } from './open-invites';

export function NewInvite() {
  const t = useTranslations('invite');
  const takesInvites = useAppConfig().signupMode === 'invite';
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="flex flex-col gap-6">
        <Banner tone="info">{takesInvites ? t('info') : t('off')}</Banner>
        <InviteForm />
      </div>
      <OpenInvites />
    </div>
  );
}

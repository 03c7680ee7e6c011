'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { ResultPanel } from '@/components/ui/result-panel';
import { useAppConfig } from '@/lib/client/app-config';
import { paths } from '@/lib/paths';

export function InviteResult({ inviteKey }: { inviteKey: string }) {
  const t = useTranslations('invite');
  const { baseUrl } = useAppConfig();
  const link = `${baseUrl}${paths.registerWith(inviteKey)}`;
  const copyLabels = { copiedLabel: t('copied'), failedLabel: t('copyFailed') };
  return (
    <ResultPanel level="h2" title={t('result.title')}>
      <p className="mt-1 text-sm text-muted">{t('result.once')}</p>
      <div className="mt-4 flex flex-col gap-4">
        <CopyRow label={t('result.link')} text={link}>
          <CopyButton text={link} label={t('copyLink')} {...copyLabels} />
        </CopyRow>
        <CopyRow label={t('result.key')} text={inviteKey}>
          <CopyButton text={inviteKey} tone="quiet" label={t('copyKey')} {...copyLabels} />
        </CopyRow>
      </div>
    </ResultPanel>
  );
}

function CopyRow({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-xs text-muted">{label}</p>
        <p className="mt-0.5 font-mono text-sm break-all">{text}</p>
      </div>
      {children}
    </div>
  );
}

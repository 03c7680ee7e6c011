'use client';

import { RefreshCwIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { FindingRow } from './finding-row';
import { useExamination } from './use-examination';

export function Doctor() {
  const t = useTranslations('doctor');
  const { findings, error, isLooking, lookAgain } = useExamination();
  const troubles = findings.filter(({ outcome }) => outcome === 'warning' || outcome === 'failure');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead', { count: troubles.length })}>
        <Button tone="quiet" pending={isLooking} onClick={lookAgain}>
          <RefreshCwIcon aria-hidden />
          {t('again')}
        </Button>
      </PageHeader>
      <ListFailure error={error} onRetry={lookAgain} />
      <ul aria-label={t('title')} aria-busy={isLooking} className="border-b border-line">
        {findings.map((finding) => (
          <FindingRow key={finding.check} finding={finding} />
        ))}
      </ul>
    </>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { RefreshCwIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { useCall } from '@/lib/client/call/use-call';
import { probeFromBrowser } from '@/lib/client/probe-from-browser';
import { doctor, type Examination, type Finding } from '@/lib/contract/admin/doctor';
import { FindingRow } from './finding-row';
import { isTrouble } from './finding-text';

export function Doctor() {
  const t = useTranslations('doctor');
  const { findings, error, isLooking, lookAgain } = useExamination();
  const troubles = findings.filter(isTrouble);
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
          <FindingRow key={`${finding.check} ${finding.code}`} finding={finding} heading="h2" />
        ))}
      </ul>
    </>
  );
}

/** Merges the server's findings with those of this browser, which uses the public address. */
function useExamination() {
  const server = useCall(doctor.examine, {});
  const { data } = server;
  const here = useQuery({
    queryKey: ['doctor from here', data?.now],
    queryFn: ({ signal }) => (data ? probeFromBrowser(data, signal) : []),
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    findings: data ? mergeFindings(data, here.data ?? []) : [],
    error: server.error,
    isLooking: server.isFetching || here.isFetching,
    lookAgain: () => void server.refetch(),
  };
}

const severity = { skipped: 0, fine: 1, warning: 2, failure: 3 };

function mergeFindings({ findings }: Examination, here: readonly Finding[]): Finding[] {
  const isHere = here.some(({ check, outcome }) => check === 'baseUrl' && outcome === 'fine');
  return findings.map((finding) => {
    const own = here.find(({ check }) => check === finding.check);
    // Many servers can't reach themselves from outside although browsers can.
    const isOnlyItself = isHere && finding.code === 'unreachable';
    const known: Finding = isOnlyItself ? { ...finding, outcome: 'warning' } : finding;
    const isWorse = own && severity[own.outcome] > severity[known.outcome];
    // Another origin is more informative than a server that can't reach itself.
    return own && (isWorse || own.code === 'otherOrigin') ? own : known;
  });
}

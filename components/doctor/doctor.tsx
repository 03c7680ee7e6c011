'use client';

import { useQuery } from '@tanstack/react-query';
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleMinusIcon,
  RefreshCwIcon,
  TriangleAlertIcon,
} from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { adminPaths } from '@/lib/admin-paths';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { probeFromBrowser } from '@/lib/client/probe-from-browser';
import { type DoctorOutcome, doctor, type Examination, type Finding } from '@/lib/contract/admin/doctor';
import { paths } from '@/lib/paths';
import { useFindingText } from './finding-text';

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
          <FindingRow key={`${finding.check} ${finding.code}`} finding={finding} />
        ))}
      </ul>
    </>
  );
}

const looks: Record<DoctorOutcome, { Icon: typeof CircleAlertIcon; tone: string }> = {
  fine: { Icon: CircleCheckIcon, tone: 'text-live' },
  warning: { Icon: TriangleAlertIcon, tone: 'text-warn' },
  failure: { Icon: CircleAlertIcon, tone: 'text-danger' },
  skipped: { Icon: CircleMinusIcon, tone: 'text-faint' },
};

/** Of settings that an admin can change in the browser. */
const places: Partial<Record<Finding['check'], string>> = {
  baseUrl: `${paths.server}#address`,
  mail: adminPaths.serverRoom('mail'),
  directory: `${adminPaths.serverRoom('signin')}#directory`,
};

function FindingRow({ finding }: { finding: Finding }) {
  const t = useTranslations('doctor');
  const textOf = useFindingText();
  const { Icon, tone } = looks[finding.outcome];
  const isTrouble = finding.outcome === 'warning' || finding.outcome === 'failure';
  const place = places[finding.check];
  const isClockOff = finding.check === 'clock' && ['ahead', 'behind'].includes(finding.code);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line px-2 py-4 md:grid-cols-[auto_14rem_minmax(0,1fr)] md:gap-x-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <h2 className="text-sm font-medium">
        {t(`check.${finding.check}`)}
        <span className="sr-only">: {t(`outcome.${finding.outcome}`)}</span>
      </h2>
      <p
        className={`col-start-2 text-sm text-pretty wrap-anywhere md:col-start-3 ${isTrouble ? '' : 'text-muted'}`}
      >
        {textOf(finding)}
      </p>
      {finding.outcome !== 'fine' && place && (
        <Link
          href={place as Route}
          className="col-start-2 justify-self-start text-sm underline underline-offset-4 hover:text-ink md:col-start-3 pointer-coarse:py-3"
        >
          {t('openSetting')}
        </Link>
      )}
      {finding.check === 'version' && finding.values.url && (
        <a
          href={finding.values.url}
          target="_blank"
          rel="noopener"
          className="col-start-2 text-sm underline underline-offset-4 hover:text-ink md:col-start-3 pointer-coarse:py-3"
        >
          {t('notes')}
        </a>
      )}
      {isClockOff && (
        <div className="col-start-2 md:col-start-3">
          <ConfirmClock now={finding.values.now ?? ''} />
        </div>
      )}
    </li>
  );
}

/** Nothing is deleted until an admin confirms a clock that differs from the database's last time. */
function ConfirmClock({ now }: { now: string }) {
  const t = useTranslations('doctor.confirmClock');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(doctor.confirmClock, { reloads: [doctor.examine] });
  return (
    <Confirm
      trigger={<Button tone="quiet">{t('button')}</Button>}
      title={t('title', { now })}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({})}
    />
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

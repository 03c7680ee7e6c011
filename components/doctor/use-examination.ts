'use client';

import { useQuery } from '@tanstack/react-query';
import { useCall } from '@/lib/client/call/use-call';
import { probeFromHere } from '@/lib/client/probe-from-here';
import { doctor, type Examination, type Finding } from '@/lib/contract/doctor';

/** What the server has found, and what this browser finds by the same way as everybody's. */
export function useExamination() {
  const server = useCall(doctor.examine, {});
  const { data } = server;
  const here = useQuery({
    queryKey: ['doctor from here', data?.now],
    queryFn: ({ signal }) => (data ? probeFromHere(data, signal) : []),
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    findings: data ? together(data, here.data ?? []) : [],
    error: server.error,
    isLooking: server.isFetching || here.isFetching,
    lookAgain: () => void server.refetch(),
  };
}

const weight = { skipped: 0, fine: 1, warning: 2, failure: 3 };

/** One finding for each check: the worse one, for what is wrong on one of two ways is wrong. */
function together({ findings }: Examination, here: readonly Finding[]): Finding[] {
  const isHere = here.some(({ check, outcome }) => check === 'baseUrl' && outcome === 'fine');
  return findings.map((finding) => {
    const own = here.find(({ check }) => check === finding.check);
    // A server that can't reach itself from outside is common; people get here all the same.
    const isOnlyItself = isHere && finding.code === 'unreachable';
    const known: Finding = isOnlyItself ? { ...finding, outcome: 'warning' } : finding;
    const isWorse = own && weight[own.outcome] > weight[known.outcome];
    // That somebody is elsewhere says more than that the server can't get there.
    return own && (isWorse || own.code === 'otherOrigin') ? own : known;
  });
}

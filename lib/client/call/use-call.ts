'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { call } from './call';
import { callKey } from './call-key';

export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { isWanted = true, everyMs }: { isWanted?: boolean; everyMs?: number } = {},
) {
  return useQuery({
    enabled: isWanted,
    refetchInterval: everyMs ?? false,
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches an answer in an event handler; reuses a cached one for a minute. */
export function useCachedRead() {
  const cache = useQueryClient();
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> =>
    cache.fetchQuery({
      queryKey: callKey(endpoint, input),
      queryFn: ({ signal }) => call(endpoint, input, { signal }),
      staleTime: 60_000,
    });
}

/**
 * Sends a change, then refetches what it made stale. Changes of one control run in order, so that the last one counts.
 */
export function useSend<E extends Endpoint>(endpoint: E, { reloads = [] }: { reloads?: Endpoint[] } = {}) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: useId() },
    mutationFn: (input: CallInput<E>) => call(endpoint, input),
    onSuccess: () => {
      // Visitors' pages change little, and needn't load this to be seen.
      if (reloads.length > 0)
        void import('./stale').then(({ invalidateOtherTabs }) => invalidateOtherTabs(reloads), ignore);
      return Promise.all(reloads.map((stale) => cache.invalidateQueries({ queryKey: callKey(stale) })));
    },
  });
}

const ignore = () => undefined;

'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@/lib/contract/endpoint';
import { call } from './call';
import { callKey } from './call-key';

export function useCall<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return useQuery({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Sends a change, then reloads whatever it made stale. */
export function useSend<E extends Endpoint>(endpoint: E, { reloads = [] }: { reloads?: Endpoint[] } = {}) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<E>) => call(endpoint, input),
    onSuccess: () =>
      Promise.all(reloads.map((stale) => cache.invalidateQueries({ queryKey: callKey(stale) }))),
  });
}

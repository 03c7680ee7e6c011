import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { pagesKey } from './call/call-key';

type SeededPagesProps<E extends Endpoint> = {
  call: E;
  input: CallInput<E>;
  first: Answer<E>;
  children: ReactNode;
};

/** Seeds the cache of `useCallPages` with a first page read on the server, reduced to what the contract lists. */
export function SeededPages<E extends Endpoint>({ call, input, first, children }: SeededPagesProps<E>) {
  const cache = new QueryClient();
  cache.setQueryData(pagesKey(call, input), { pages: [call.answer.parse(first)], pageParams: [1] });
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}

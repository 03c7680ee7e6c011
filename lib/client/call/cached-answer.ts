import type { QueryClient } from '@tanstack/react-query';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { callKey } from './call-key';

/** Returns the cached answer of a call; undefined when the last refetch failed. */
export function cachedAnswer<E extends Endpoint>(
  cache: QueryClient,
  endpoint: E,
  input: CallInput<E>,
): Answer<E> | undefined {
  const state = cache.getQueryState<Answer<E>>(callKey(endpoint, input));
  return state?.status === 'success' ? state.data : undefined;
}

import type { QueryClient } from '@tanstack/react-query';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { callKey } from './call-key';

/** What a call has answered last; nothing where it could not be read anew. */
export function lastRead<E extends Endpoint>(
  cache: QueryClient,
  endpoint: E,
  input: CallInput<E>,
): Answer<E> | undefined {
  const state = cache.getQueryState<Answer<E>>(callKey(endpoint, input));
  return state?.status === 'success' ? state.data : undefined;
}

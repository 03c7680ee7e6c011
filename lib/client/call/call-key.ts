import type { CallInput, Endpoint } from '@/lib/contract/http/endpoint';

/** Server pages seed the cache under this key, so the first paint and the refetch are one query. */
export const callKey = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) =>
  input ? [endpoint.path, input] : [endpoint.path];

/** The same for answers that come page by page; what makes the call stale makes these stale too. */
export const pagesKey = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => [
  ...callKey(endpoint, input),
  'pages',
];

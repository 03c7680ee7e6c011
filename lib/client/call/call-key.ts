import type { CallInput, Endpoint } from '@/lib/contract/http/endpoint';

/** The cache key of a call. Server pages seed the cache under it, so the first paint and the refetch are one query. */
export const callKey = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) =>
  input ? [endpoint.path, input] : [endpoint.path];

/** Starts with `callKey`, so that invalidating the call invalidates its pages too. */
export const pagesKey = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => [
  ...callKey(endpoint, input),
  'pages',
];

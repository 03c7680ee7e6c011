import 'server-only';

/** The front door drops such headers of clients. */
export const innerPrefix = 'x-slipway-';

/** Headers between the front door and the pages process. */
export const innerHeaders = {
  address: 'x-slipway-address',
  request: 'x-slipway-request',
  /** User and e-mail address named by a trusted proxy. */
  proxyUser: 'x-slipway-proxy-user',
  proxyEmail: 'x-slipway-proxy-email',
  inbox: 'x-slipway-inbox',
  /** Marks an answer that failed during a database outage, which the front door replaces. */
  outage: 'x-slipway-outage',
} as const satisfies Record<string, `${typeof innerPrefix}${string}`>;

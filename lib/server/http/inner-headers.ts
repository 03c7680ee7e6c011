import 'server-only';

/** What a client sends under a name that begins so is dropped at the front door. */
export const innerPrefix = 'x-slipway-';

/** What the front door and the process of the pages tell each other about a request. */
export const innerHeaders = {
  /** Who is calling: the socket's address, or the one that a trusted proxy speaks for. */
  address: 'x-slipway-address',
  /** The id that the answer carries as X-Request-Id. */
  request: 'x-slipway-request',
  /** Whom a trusted proxy names, and the mail address that it gives. */
  proxyUser: 'x-slipway-proxy-user',
  proxyEmail: 'x-slipway-proxy-email',
  /** The alias whose page is asked for: that may have a language of its own. */
  inbox: 'x-slipway-inbox',
  /** On an answer that failed because the database was away: the front door then says so itself. */
  outage: 'x-slipway-outage',
} as const satisfies Record<string, `${typeof innerPrefix}${string}`>;

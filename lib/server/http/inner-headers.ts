import 'server-only';

/** Set by our own front door from the socket; whatever a client sends under this name is dropped there. */
export const addressHeader = 'x-slipway-address';
/** The same, for the id that the answer carries as X-Request-Id. */
export const requestHeader = 'x-slipway-request';

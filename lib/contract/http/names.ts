/** Known to existing clients, so these never change. */
export const headerNames = {
  auth: 'Sharry-Auth',
  alias: 'Sharry-Alias',
  password: 'Sharry-Password',
  /** The secret of a sender's receipt, which lets the sender change what they added to an album. */
  receipt: 'Slipway-Receipt',
} as const;

/** CRC-32 of an upload's bytes up to its offset, as 8 hex digits. */
export const arrivedCrcHeader = 'Slipway-Crc32';

/** Separate, so that browsers needn't load them. */
export const programHeaderNames = {
  bearer: 'Authorization',
  fileName: 'Sharry-File-Name',
  fileType: 'Sharry-File-Type',
  fileLength: 'Sharry-File-Length',
  fileModified: 'Sharry-File-Modified',
  sendValidity: 'Slipway-Validity',
  sendViews: 'Slipway-Views',
  sendName: 'Slipway-Name',
} as const;

export const cookieNames = {
  auth: 'sharry_auth',
  password: 'sharry-password',
  visit: 'sharry-visit',
  recipient: 'slipway-recipient',
  /** Tells a browser from others at a sign-in; opens nothing. */
  browser: 'slipway-browser',
  /** Prefix; a digest of the inbox ID follows. */
  inbox: 'slipway-inbox',
} as const;

export const choiceCookieNames = {
  language: 'slipway_language',
  theme: 'slipway_theme',
  timezone: 'slipway_timezone',
  /** Language of the inbox that was opened last, on pages that follow a delivery; wins over the browser’s languages. */
  inboxLanguage: 'slipway_inbox_language',
} as const;

/** Sent with a 401 (RFC 9110, 15.5.2). Browsers don't know the scheme, so none opens a dialog. */
export const authChallenge = 'sharry realm="sharry"';

/** In this file because every page needs it and nothing else of `info.ts`. */
export const versionPath = '/api/v2/open/info/version';

/** From draft-ietf-httpapi-idempotency-key-header. Separate from `names.ts`, because one page needs it. */
export const idempotencyHeader = 'Idempotency-Key';

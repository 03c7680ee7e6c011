/** Headers and cookies of the wire. Existing clients know these, so they never change. */
export const headerNames = {
  auth: 'Sharry-Auth',
  alias: 'Sharry-Alias',
  password: 'Sharry-Password',
  /** The secret of a sender's receipt: what they add to an album is theirs by it. */
  receipt: 'Slipway-Receipt',
} as const;

/** Of an upload's first bytes up to its offset: the CRC-32 in 8 hex digits. */
export const arrivedCrcHeader = 'Slipway-Crc32';

/** Those of programs: browsers needn't load them. */
export const programHeaderNames = {
  /** With `Bearer`: the same as `auth`, as other products write it. */
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
  /** One for each inbox, with a digest of its id behind. */
  inbox: 'slipway-inbox',
} as const;

/** What somebody chose on this browser, signed in or not. */
export const choiceCookieNames = {
  language: 'slipway_language',
  theme: 'slipway_theme',
  timezone: 'slipway_timezone',
  /** That of the alias whose page was opened last: nobody's choice, but nearer than what the browser asks for. */
  inboxLanguage: 'slipway_inbox_language',
} as const;

/** What a 401 asks for (RFC 9110, 15.5.2). No browser knows the scheme, so none opens a dialog of its own. */
export const challenge = 'sharry realm="sharry"';

/** The plainest question there is. It is here because every page asks it, and needs nothing else of its file. */
export const versionPath = '/api/v2/open/info/version';

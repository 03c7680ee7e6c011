const probe = 'slipway_probe=1; SameSite=Strict; Path=/app';

/** Tries to set a cookie, because `navigator.cookieEnabled` isn't reliable. */
export function acceptsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write cookies isn't everywhere
  document.cookie = probe;
  const isKept = document.cookie.includes('slipway_probe=1');
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${probe}; Max-Age=0`;
  return isKept;
}

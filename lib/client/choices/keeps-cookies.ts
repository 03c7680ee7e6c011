const probe = 'slipway_probe=1; SameSite=Strict; Path=/app';

/** Whether this browser keeps cookies for us. Asked by trying, as some say they do and don't. */
export function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write cookies isn't everywhere
  document.cookie = probe;
  const isKept = document.cookie.includes('slipway_probe=1');
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${probe}; Max-Age=0`;
  return isKept;
}

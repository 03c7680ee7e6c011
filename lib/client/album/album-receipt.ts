/** The receipt of what this tab has sent to an album, "" without one; null before. */
export function albumReceipt(aliasId: string, sent?: string): string | null {
  const key = `slipway-sent:${aliasId}`;
  try {
    if (sent !== undefined) sessionStorage.setItem(key, sent);
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

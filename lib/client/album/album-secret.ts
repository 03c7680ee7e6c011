/**
 * The secret by which this browser may remove its own additions to an album; created by the first addition. Empty where
 * storage is blocked.
 */
export function albumSecret(aliasId: string, { isAdding = false } = {}): string {
  const key = `slipway-album:${aliasId}`;
  try {
    const known = localStorage.getItem(key) ?? '';
    if (known || !isAdding) return known;
    const secret = Array.from(crypto.getRandomValues(new Uint32Array(8)), (n) => n.toString(36)).join('');
    localStorage.setItem(key, secret);
    return secret;
  } catch {
    return '';
  }
}

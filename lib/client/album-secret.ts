/**
 * By which this browser may remove what it adds to an album, made when it first adds something. "" where nothing is kept:
 * what nobody remembers, nobody can remove.
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

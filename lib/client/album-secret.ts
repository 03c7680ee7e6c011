const storageKey = (aliasId: string) => `slipway-album:${aliasId}`;

/** By which this browser may remove what it adds to an album; made when it is first wanted. "" where nothing is kept. */
export function albumSecret(aliasId: string): string {
  const known = knownAlbumSecret(aliasId);
  if (known || typeof window === 'undefined') return known;
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    localStorage.setItem(storageKey(aliasId), secret);
    return secret;
  } catch {
    return ''; // what nobody remembers, nobody can remove
  }
}

export function knownAlbumSecret(aliasId: string): string {
  try {
    return localStorage.getItem(storageKey(aliasId)) ?? '';
  } catch {
    return '';
  }
}

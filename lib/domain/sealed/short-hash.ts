const hashBytes = 16;

/** The first 128 bits of the SHA-256, as hex: of a sealed manifest or an inbox's public key. */
export async function shortHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, hashBytes);
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

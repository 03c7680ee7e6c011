/** X25519 (RFC 7748). Tried again, because WebKitGTK fails at one pair in 300. */
export function newKeyPair(): Promise<CryptoKeyPair> {
  const make = () =>
    crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits']) as Promise<CryptoKeyPair>;
  return make().catch(make).catch(make);
}

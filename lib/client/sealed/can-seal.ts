/** Browsers have WebCrypto over https only. */
export const canSealHere = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && globalThis.crypto?.subtle !== undefined;

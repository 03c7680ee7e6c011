const storageName = (aliasId: string) => `slipway-inbox-key:${aliasId}`;

/** The fingerprint that this browser has seen of an inbox's key. Null for none, and where storage is blocked. */
export function knownFingerprint(aliasId: string): string | null {
  try {
    return /^[0-9a-f]{32}$/.exec(localStorage.getItem(storageName(aliasId)) ?? '')?.[0] ?? null;
  } catch {
    return null;
  }
}

export function keepFingerprint(aliasId: string, fingerprint: string): void {
  try {
    localStorage.setItem(storageName(aliasId), fingerprint);
  } catch {
    // private windows keep nothing
  }
}

const storageKey = (aliasId: string) => `slipway-inbox:${aliasId}`;

/** Keeps what was typed over a reload, in this tab only. */
export function keepNote(aliasId: string, note: string): void {
  try {
    if (note) sessionStorage.setItem(storageKey(aliasId), note);
    else sessionStorage.removeItem(storageKey(aliasId));
  } catch {
    // A browser that keeps nothing is no reason to disturb the typing.
  }
}

export function keptNote(aliasId: string): string {
  try {
    return sessionStorage.getItem(storageKey(aliasId)) ?? '';
  } catch {
    return '';
  }
}

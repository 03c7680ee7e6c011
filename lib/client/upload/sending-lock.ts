const lockPrefix = 'slipway-upload:';

/** Shares that some tab of this browser is sending files into just now. */
export async function sendingShares(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(lockPrefix, '')));
}

/** Says whether some tab of this browser is sending into the share, and when none does any more. */
export async function followSending(
  shareId: string,
  say: (isSending: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const isSending = (await sendingShares()).has(shareId);
  if (signal.aborted) return;
  say(isSending);
  // Given once all who send have let go of it.
  if (isSending)
    await navigator.locks.request(lockPrefix + shareId, { signal }, () => say(false)).catch(() => {});
}

/** Tells other tabs that this one is sending; ends with the returned function or with the tab. */
export function claimSending(shareId: string): () => void {
  let release = () => {};
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Browsers have locks on secure origins only; elsewhere the server's own lock on each file must do.
  void navigator.locks?.request(lockPrefix + shareId, { mode: 'shared' }, () => untilReleased);
  return release;
}

const lockPrefix = 'slipway-upload:';

export async function listSendingShares(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(lockPrefix, '')));
}

/** Reports if any tab of this browser is uploading into the share, and later that none is. */
export async function watchSending(
  shareId: string,
  onChange: (isSending: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const isSending = (await listSendingShares()).has(shareId);
  if (signal.aborted) return;
  onChange(isSending);
  // Given once all who send have let go of it.
  if (isSending)
    await navigator.locks.request(lockPrefix + shareId, { signal }, () => onChange(false)).catch(() => {});
}

/** Marks this tab as uploading, for other tabs. Returns a function that ends it; closing the tab does too. */
export function claimSending(shareId: string): () => void {
  let release = () => {};
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Browsers have locks on secure origins only; elsewhere the server's own lock on each file must do.
  void navigator.locks?.request(lockPrefix + shareId, { mode: 'shared' }, () => untilReleased);
  return release;
}

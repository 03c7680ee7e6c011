/** Asks before leaving the page and keeps the screen on. Returns a function that ends both. */
export function keepAwake(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  const wake = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused on battery saving or an insecure origin; the upload goes on without.
    const given = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (isOver) void given?.release();
    else lock = given;
  };

  window.addEventListener('beforeunload', ask);
  // The browser drops the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', wake);
  void wake();

  return () => {
    isOver = true;
    window.removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', wake);
    void lock?.release();
  };
}

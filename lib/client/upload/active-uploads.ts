import type { Route } from 'next';
import type { UploadQueue } from './queue';
import { claimSending } from './sending-lock';
import { fitsOneRequest } from './upload-item';

export type ActiveUpload = {
  shareId: string;
  name: string | null;
  queue: UploadQueue;
  page: Route;
};

/** Published while its page was closed. */
export type FinishedShare = Pick<ActiveUpload, 'shareId' | 'name'> & {
  linkId: string;
  recipientCount: number;
};

function createList<One>() {
  let all: readonly One[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly One[]) => {
    all = next;
    for (const notify of listeners) notify();
  };
  return {
    subscribe(notify: () => void) {
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
      };
    },
    snapshot: () => all,
    add: (one: One) => set([...all, one]),
    remove: (one: One) => set(all.filter((other) => other !== one)),
  };
}

export const activeUploads = createList<ActiveUpload>();
export const finishedShares = createList<FinishedShare>();

/**
 * During an upload keeps page and screen awake, tells other tabs, and lists it on other pages. `onTurn` runs at its
 * begin and end, and once the server has the first file.
 */
export function trackUpload(queue: UploadQueue, sending: () => ActiveUpload | null, onTurn = () => {}): void {
  let end: (() => void) | null = null;
  let doneBefore: number | null = null;
  queue.subscribe(() => {
    const { counts } = queue.snapshot();
    const shown = isActive(queue) ? sending() : null;
    if ((shown !== null) !== (end !== null)) {
      end?.();
      end = shown && startTracking(shown);
      doneBefore = shown && counts.done;
    } else if (doneBefore !== null && hasRegistered(queue, doneBefore)) doneBefore = null;
    else return;
    onTurn();
  });
}

/** A file that is created and sent in one request counts only once it has arrived. */
function hasRegistered(queue: UploadQueue, doneBefore: number): boolean {
  const { counts, activeIds } = queue.snapshot();
  const active = activeIds.flatMap((id) => queue.item(id) ?? []);
  return counts.done > doneBefore || active.some((item) => item.sentBytes > 0 && !fitsOneRequest(item));
}

export function isActive(queue: UploadQueue): boolean {
  const { phase } = queue.snapshot();
  return phase === 'running' || phase === 'paused';
}

function startTracking(sending: ActiveUpload): () => void {
  const ends = [keepAwake(), claimSending(sending.shareId)];
  activeUploads.add(sending);
  return () => {
    for (const end of ends) end();
    activeUploads.remove(sending);
  };
}

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

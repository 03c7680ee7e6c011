import type { Route } from 'next';
import { keepAwake } from './keep-awake';
import type { UploadQueue } from './queue';
import { claimSending } from './sending-lock';
import { isSentAtOnce } from './upload-item';

/** Files that this tab is sending into a share. */
export type Sending = {
  shareId: string;
  name: string | null;
  queue: UploadQueue;
  /** Where it can be watched and changed. */
  page: Route;
};

let all: readonly Sending[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Sending[]): void {
  all = next;
  for (const notify of listeners) notify();
}

/** What this tab is sending, to be shown on other pages; a store outside React. */
export const sendings = {
  subscribe(notify: () => void) {
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
    };
  },
  snapshot: () => all,
};

/**
 * While there is something to send: keeps page and screen awake, and other tabs away, and shows it on other pages.
 * `onTurn` hears of its begin and end, and once the first file is at the server.
 */
export function showSending(queue: UploadQueue, sending: () => Sending | null, onTurn = () => {}): void {
  let end: (() => void) | null = null;
  let doneBefore: number | null = null;
  queue.subscribe(() => {
    const { counts } = queue.snapshot();
    const shown = isOnItsWay(queue) ? sending() : null;
    if ((shown !== null) !== (end !== null)) {
      end?.();
      end = shown && beginSending(shown);
      doneBefore = shown && counts.done;
    } else if (doneBefore !== null && hasRegistered(queue, doneBefore)) doneBefore = null;
    else return;
    onTurn();
  });
}

/** A file that is created and sent in one request is at the server for certain once it has arrived. */
function hasRegistered(queue: UploadQueue, doneBefore: number): boolean {
  const { counts, activeIds } = queue.snapshot();
  const active = activeIds.flatMap((id) => queue.item(id) ?? []);
  return counts.done > doneBefore || active.some((item) => item.sentBytes > 0 && !isSentAtOnce(item));
}

/** Being sent, or held. */
export function isOnItsWay(queue: UploadQueue): boolean {
  const { phase } = queue.snapshot();
  return phase === 'running' || phase === 'paused';
}

function beginSending(sending: Sending): () => void {
  const ends = [keepAwake(), claimSending(sending.shareId)];
  set([...all, sending]);
  return () => {
    for (const end of ends) end();
    set(all.filter((one) => one !== sending));
  };
}

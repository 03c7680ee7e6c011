import type { Route } from 'next';
import { keepAwake } from './keep-awake';
import type { UploadQueue } from './queue';
import { claimSending } from './sending-lock';

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

/** While there is something to send: keeps page and screen awake, and other tabs away, and shows it on other pages. `onTurn` hears of its begin and end. */
export function showSending(queue: UploadQueue, sending: () => Sending | null, onTurn = () => {}): void {
  let end: (() => void) | null = null;
  queue.subscribe(() => {
    const { phase } = queue.snapshot();
    const shown = phase === 'running' || phase === 'paused' ? sending() : null;
    if ((shown !== null) === (end !== null)) return;
    end?.();
    end = shown && beginSending(shown);
    onTurn();
  });
}

function beginSending(sending: Sending): () => void {
  const ends = [keepAwake(), claimSending(sending.shareId)];
  set([...all, sending]);
  return () => {
    for (const end of ends) end();
    set(all.filter((one) => one !== sending));
  };
}

import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';

/**
 * The exclusive use of one upload within this process. `stop` tells the request that has it to store what it got so far
 * and to release the lock; `end` is how somebody else tells it so.
 */
export type ProcessLock = { stop: AbortSignal; end: (reason: unknown) => void; release: () => void };

type Holder = { stop: AbortController; over: Promise<void>; timer: NodeJS.Timeout | undefined };

/** Why a holder was stopped: the process ends, so the client should come back to the next one. */
export const closing = Symbol('closing');

/** Why a holder was stopped: another node has its upload now, so nothing that it still stores counts. */
export const lost = Symbol('lost');

export type ProcessLocks = ReturnType<typeof createProcessLocks>;

/**
 * One request at a time for each upload in this process; leases.ts keeps the nodes apart. A second request asks the
 * holder to let go: one that is about to end anyway gets `drainMs` to do so, one that goes on (a stalled client, a dead
 * connection) is then told to stop.
 */
export function createProcessLocks({ drainMs, waitMs }: { drainMs: number; waitMs: number }) {
  const holders = new Map<string, Holder>();
  let isClosed = false;

  const lock = (id: string): ProcessLock => {
    let letGo: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holder: Holder = { stop: new AbortController(), over, timer: undefined };
    holders.set(id, holder);
    const release = () => {
      clearTimeout(holder.timer);
      if (holders.get(id) === holder) holders.delete(id);
      letGo();
    };
    return { stop: holder.stop.signal, end: (reason) => holder.stop.abort(reason), release };
  };

  const ask = (holder: Holder): void => {
    holder.timer ??= setTimeout(() => holder.stop.abort(), drainMs);
  };

  return {
    /**
     * Waits up to `waitMs` for the lock.
     * @throws upload.busy when the holder doesn't let go in time, server.unavailable when closing
     */
    acquire: async (id: string): Promise<ProcessLock> => {
      const giveUpAt = Date.now() + waitMs;
      for (let holder = holders.get(id); holder; holder = holders.get(id)) {
        ask(holder);
        const leftMs = giveUpAt - Date.now();
        if (leftMs <= 0 || !(await endsWithin(holder.over, leftMs))) throw new AppError('upload.busy');
      }
      if (isClosed) throw new AppError('server.unavailable');
      return lock(id);
    },

    /** Asks the holder to let go, on behalf of a request on another node. */
    ask: (id: string): void => {
      const holder = holders.get(id);
      if (holder) ask(holder);
    },

    /** Without waiting, for work that nobody waits for: null while a request has the upload, and once closed. */
    tryAcquire: (id: string): ProcessLock | null => (holders.has(id) || isClosed ? null : lock(id)),

    /** Stops all holders and waits for them; from then on nobody gets a lock. */
    close: async (): Promise<void> => {
      isClosed = true;
      const running = [...holders.values()];
      for (const { stop } of running) stop.abort(closing);
      await Promise.all(running.map(({ over }) => over));
    },
  };
}

async function endsWithin(over: Promise<void>, ms: number): Promise<boolean> {
  const timeout = new AbortController();
  const inTime = await Promise.race([
    over.then(() => true),
    sleep(ms, false, { signal: timeout.signal }).catch(() => false),
  ]);
  timeout.abort();
  return inTime;
}

/** How long a request waits for an upload that another one has. */
export const patienceMs = 5_000;

/** The process's uploads. A stalled writer is off within two seconds. */
export const uploadLocks = createProcessLocks({ drainMs: 1_500, waitMs: patienceMs });

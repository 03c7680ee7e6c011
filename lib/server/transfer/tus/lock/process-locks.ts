import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';

/** `abort` triggers `stop`, on which the holder stores what it has received and releases the lock. */
export type ProcessLock = { stop: AbortSignal; abort: (reason: unknown) => void; release: () => void };

/** The bytes that a request brings. */
export type BodySpan = { from: number; to: number };

type Holder = {
  stop: AbortController;
  over: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  span: BodySpan | undefined;
};

/** Abort reason: the process ends, and the client should retry. */
export const closing = Symbol('closing');

/** Abort reason: another node has the upload now, so nothing more is stored. */
export const leaseLost = Symbol('lost');

export type ProcessLocks = ReturnType<typeof createProcessLocks>;

/**
 * Lets one request at a time use an upload. When a second one comes, the first has `drainMs` to end before it is aborted.
 * The second waits for all of it if it begins where the first ends.
 */
export function createProcessLocks({ drainMs, waitMs }: { drainMs: number; waitMs: number }) {
  const holders = new Map<string, Holder>();
  let isClosed = false;

  const lock = (id: string, span?: BodySpan): ProcessLock => {
    let resolveOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      resolveOver = resolve;
    });
    const holder: Holder = { stop: new AbortController(), over, timer: undefined, span };
    holders.set(id, holder);
    const release = () => {
      clearTimeout(holder.timer);
      if (holders.get(id) === holder) holders.delete(id);
      resolveOver();
    };
    return { stop: holder.stop.signal, abort: (reason) => holder.stop.abort(reason), release };
  };

  const requestRelease = (holder: Holder): void => {
    holder.timer ??= setTimeout(() => holder.stop.abort(), drainMs);
  };

  return {
    /**
     * Waits up to `waitMs` for the lock, and without end for a request that ends where `span` begins.
     * @throws upload.busy when it isn't released in time, server.unavailable when closing
     */
    acquire: async (id: string, span?: BodySpan): Promise<ProcessLock> => {
      let giveUpAt = Date.now() + waitMs;
      for (let holder = holders.get(id); holder; holder = holders.get(id)) {
        if (span && holder.span?.to === span.from) {
          await holder.over;
          giveUpAt = Date.now() + waitMs;
          continue;
        }
        requestRelease(holder);
        const leftMs = giveUpAt - Date.now();
        if (leftMs <= 0 || !(await endsWithin(holder.over, leftMs))) throw new AppError('upload.busy');
      }
      if (isClosed) throw new AppError('server.unavailable');
      return lock(id, span);
    },

    requestRelease: (id: string): void => {
      const holder = holders.get(id);
      if (holder) requestRelease(holder);
    },

    /** Doesn't wait. Returns null while a request has the upload, and once closed. */
    tryAcquire: (id: string): ProcessLock | null => (holders.has(id) || isClosed ? null : lock(id)),

    /** Aborts all holders and waits for them; no more locks are given out. */
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

export const lockWaitMs = 5_000;

export const uploadLocks = createProcessLocks({ drainMs: 1_500, waitMs: lockWaitMs });

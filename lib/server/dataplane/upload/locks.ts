import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';

/** One request's hold on one upload. `stop` says that it should store what it has and let go. */
export type Hold = { stop: AbortSignal; end: (reason: unknown) => void; release: () => void };

type Holder = { stop: AbortController; over: Promise<void>; timer: NodeJS.Timeout | undefined };

/** Why a holder was stopped: the process ends, so the client should come back to the next one. */
export const closing = Symbol('closing');

/** Why a holder was stopped: another node has its upload now, so nothing that it still stores counts. */
export const lost = Symbol('lost');

/**
 * One request at a time for each upload in this process; leases.ts keeps the nodes apart. Whoever comes second asks
 * the holder to let go: a request that is about to end gets `drainMs` to do so, one that goes on (a stalled client, a
 * dead connection) is then told to stop.
 */
export function createLocks({ drainMs, waitMs }: { drainMs: number; waitMs: number }) {
  const holders = new Map<string, Holder>();
  let isClosed = false;

  const hold = (id: string): Hold => {
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
    /** @throws upload.busy when the holder doesn't let go in time, server.unavailable when closing */
    acquire: async (id: string): Promise<Hold> => {
      const giveUpAt = Date.now() + waitMs;
      for (let holder = holders.get(id); holder; holder = holders.get(id)) {
        ask(holder);
        const leftMs = giveUpAt - Date.now();
        if (leftMs <= 0 || !(await endsWithin(holder.over, leftMs))) throw new AppError('upload.busy');
      }
      if (isClosed) throw new AppError('server.unavailable');
      return hold(id);
    },

    /** On behalf of somebody on another node. */
    ask: (id: string): void => {
      const holder = holders.get(id);
      if (holder) ask(holder);
    },

    /** For work that can wait until nobody is writing; null while somebody is. */
    tryAcquire: (id: string): Hold | null => (holders.has(id) || isClosed ? null : hold(id)),

    /** Stops all holders and waits for them; afterwards nobody gets a hold any more. */
    close: async (): Promise<void> => {
      isClosed = true;
      const running = [...holders.values()];
      for (const { stop } of running) stop.abort(closing);
      await Promise.all(running.map(({ over }) => over));
    },
  };
}

async function endsWithin(over: Promise<void>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const inTime = await Promise.race([
    over.then(() => true),
    sleep(ms, false, { signal: patience.signal }).catch(() => false),
  ]);
  patience.abort();
  return inTime;
}

/** So long somebody waits for an upload that another request has. */
export const patienceMs = 5_000;

/** The process's uploads. A stalled writer is off within two seconds. */
export const uploadLocks = createLocks({ drainMs: 1_500, waitMs: patienceMs });

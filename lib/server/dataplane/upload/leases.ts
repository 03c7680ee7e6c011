import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { onNotice } from '@/lib/server/db/notices';
import type { Destination } from '@/lib/server/services/upload/access';
import {
  endOfDead,
  giveBack,
  type Lease,
  leaseMs,
  takeLease,
  unseenLeaseMs,
} from '@/lib/server/services/upload/lease';
import type { UploadState } from '@/lib/server/services/upload/state';
import { createHeartbeat } from './heartbeat';

/** How often a waiter looks by itself, should a notice get lost. */
const lookMs = 500;

const wanted = 'slipway_upload_wanted';
const freed = 'slipway_upload_freed';

/** An upload in the hands of a request of this node. */
export type Leased = {
  lease: Lease;
  /** Whether nobody else can have had it up to now. */
  isSure: () => boolean;
  /** The lease goes on: a statement that prolonged it was begun then. */
  prolonged: (sinceMs: number) => void;
  /** It was given back, or has ended with the upload itself. */
  ended: () => void;
  isOver: () => boolean;
};

export type Node = {
  id: () => string;
  /** Whether other nodes can see that this one lives. */
  isSeen: () => boolean;
  /** Somebody on another node wants an upload that a request of this one has. */
  ask: (fileId: string) => void;
};

/**
 * Keeps one node's uploads apart from those of all others, by lease rows in the database. A request gets its lease with
 * the look-up of its upload and gives it back with the last progress, so it costs no statement of its own. Time is the
 * database's alone; how long a lease is sure is counted here from before it was asked for, so never too long.
 */
export function createLeases({ id, isSeen, ask }: Node) {
  const hearts = createHeartbeat(id);
  const waiters = new Map<string, () => void>();
  let isListening = false;

  const listen = () => {
    if (isListening) return;
    isListening = true;
    onNotice(wanted, (fileId) => {
      const holding = hearts.of(fileId);
      if (!holding) return;
      holding.isWanted = true;
      ask(fileId);
    });
    onNotice(freed, (fileId) => waiters.get(fileId)?.());
  };

  /** Notes a lease that this node has. */
  const keep = (
    ctx: Context,
    fileId: string,
    { lease, sinceMs, onLost }: { lease: Lease; sinceMs: number; onLost: () => void },
  ): Leased => {
    listen();
    const holding = { fence: lease.fence, sureUntilMs: sinceMs + leaseMs, isWanted: false, onLost };
    const isOver = () => hearts.of(fileId) !== holding;
    hearts.begin(ctx, fileId, holding);
    return {
      lease,
      isSure: () => performance.now() < holding.sureUntilMs - (isSeen() ? 0 : leaseMs - unseenLeaseMs),
      prolonged: (since) => {
        holding.sureUntilMs = Math.max(holding.sureUntilMs, since + leaseMs);
      },
      isOver,
      ended: () => {
        if (isOver()) return;
        hearts.end(fileId);
        if (holding.isWanted) say(ctx, freed, fileId);
      },
    };
  };

  type Asked = { fileId: string; destination: Destination | null; giveUpAtMs: number };

  /** Resolves with the upload as it stands and its lease; null when somebody else keeps it for too long. */
  const take = async (
    ctx: Context,
    { fileId, destination, giveUpAtMs }: Asked,
  ): Promise<{ file: UploadState; lease: Lease | null; sinceMs: number } | null> => {
    for (;;) {
      const sinceMs = performance.now();
      const taken = await takeLease(ctx, { fileId, node: id(), destination });
      if (taken) return { ...taken, sinceMs };
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) return null;
      listen();
      say(ctx, wanted, fileId);
      const isFree = new Promise<void>((resolve) => waiters.set(fileId, resolve));
      await Promise.race([isFree, sleep(Math.min(lookMs, leftMs))]);
      waiters.delete(fileId);
      await endOfDead(ctx.db, fileId);
    }
  };

  return {
    keep,
    take,
    giveBack: async (ctx: Context, fileId: string, leased: Leased): Promise<void> => {
      await giveBack(ctx.db, fileId, leased.lease);
      leased.ended();
    },
  };
}

function say({ db, log }: Context, channel: string, fileId: string): void {
  db.$queryRaw`SELECT pg_notify(${channel}, ${fileId})::text`.catch((error: unknown) => {
    log.debug({ err: error }, 'a notice could not be sent'); // whoever waits looks by itself
  });
}

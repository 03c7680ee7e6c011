import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { onNotification } from '@/lib/server/db/notifications';
import type { Destination } from '@/lib/server/services/upload/access';
import {
  expireDeadLease,
  type Lease,
  leaseMs,
  releaseLease,
  takeLease,
  unseenLeaseMs,
} from '@/lib/server/services/upload/lease';
import type { UploadState } from '@/lib/server/services/upload/state';
import { createHeartbeat } from './heartbeat';

/** How often a waiter looks by itself, should a notification get lost. */
const lookMs = 500;

const wanted = 'slipway_upload_wanted';
const freed = 'slipway_upload_freed';

/** A lease that a request of this node has, for as long as it has it. */
export type ActiveLease = {
  lease: Lease;
  /** Whether nobody else can have had it up to now. */
  isSure: () => boolean;
  /** The lease goes on: a statement that prolonged it was begun then (`performance.now()`). */
  prolonged: (sinceMs: number) => void;
  /** It was given back, or has ended with the upload itself. */
  ended: () => void;
  isOver: () => boolean;
};

/** What its leases have to know about a node, and may ask of it. */
export type LeasingNode = {
  id: () => string;
  /** Whether other nodes can see that this one lives. */
  isSeen: () => boolean;
  /** Somebody on another node wants an upload that a request of this one has. */
  ask: (fileId: string) => void;
};

/** An upload as it was looked up, and its lease, which was asked for at `sinceMs` (`performance.now()`). */
export type Taken = { file: UploadState; lease: Lease | null; sinceMs: number };

type Asked = { fileId: string; destination: Destination | null; giveUpAtMs: number };
type Kept = { lease: Lease; sinceMs: number; onLost: () => void };

/**
 * Keeps one node's uploads apart from those of all others, by lease rows in the database. A request gets its lease with
 * the look-up of its upload and gives it back with the last progress, so it costs no statement of its own. Time is the
 * database's alone; how long a lease is sure is counted here from before it was asked for, so never too long.
 */
export class UploadLeases {
  readonly #node: LeasingNode;
  readonly #heartbeat: ReturnType<typeof createHeartbeat>;
  readonly #waiters = new Map<string, () => void>();
  #isListening = false;

  constructor(node: LeasingNode) {
    this.#node = node;
    this.#heartbeat = createHeartbeat(node.id);
  }

  /** Keeps a lease that this node has taken alive until it is given back, ends or is lost. */
  keep(ctx: Context, fileId: string, { lease, sinceMs, onLost }: Kept): ActiveLease {
    this.#listen();
    const heartbeat = this.#heartbeat;
    const record = { fence: lease.fence, sureUntilMs: sinceMs + leaseMs, isWanted: false, onLost };
    const isOver = () => heartbeat.of(fileId) !== record;
    heartbeat.begin(ctx, fileId, record);
    return {
      lease,
      isSure: () =>
        performance.now() < record.sureUntilMs - (this.#node.isSeen() ? 0 : leaseMs - unseenLeaseMs),
      prolonged: (since) => {
        record.sureUntilMs = Math.max(record.sureUntilMs, since + leaseMs);
      },
      isOver,
      ended: () => {
        if (isOver()) return;
        heartbeat.end(fileId);
        if (record.isWanted) notify(ctx, freed, fileId);
      },
    };
  }

  /**
   * Waits for the lease until `giveUpAtMs` (`performance.now()`), and asks at least once.
   * @returns the upload's present state and its lease, which is null for a complete file; null when somebody else keeps it
   * for too long
   * @throws what `takeLease` does: share.notFound, upload.notFound
   */
  async take(ctx: Context, { fileId, destination, giveUpAtMs }: Asked): Promise<Taken | null> {
    for (;;) {
      const sinceMs = performance.now();
      const taken = await takeLease(ctx, { fileId, node: this.#node.id(), destination });
      if (taken) return { ...taken, sinceMs };
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) return null;
      this.#listen();
      notify(ctx, wanted, fileId);
      const isFree = new Promise<void>((resolve) => this.#waiters.set(fileId, resolve));
      await Promise.race([isFree, sleep(Math.min(lookMs, leftMs))]);
      this.#waiters.delete(fileId);
      await expireDeadLease(ctx.db, fileId);
    }
  }

  async giveBack(ctx: Context, fileId: string, active: ActiveLease): Promise<void> {
    await releaseLease(ctx.db, fileId, active.lease);
    active.ended();
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    onNotification(wanted, (fileId) => {
      const record = this.#heartbeat.of(fileId);
      if (!record) return;
      record.isWanted = true;
      this.#node.ask(fileId);
    });
    onNotification(freed, (fileId) => this.#waiters.get(fileId)?.());
  }
}

function notify({ db, log }: Context, channel: string, fileId: string): void {
  db.$queryRaw`SELECT pg_notify(${channel}, ${fileId})::text`.catch((error: unknown) => {
    log.debug({ err: error }, 'a notification could not be sent'); // waiting nodes look by themselves
  });
}

import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { onNotification } from '@/lib/server/db/notifications';
import type { Destination } from '@/lib/server/services/upload/access';
import {
  type Lease,
  leaseMs,
  releaseLease,
  takeLease,
  type UploadState,
  unseenLeaseMs,
} from '@/lib/server/services/upload/lease';
import { expireDeadLease, renewLeases } from '@/lib/server/services/upload/lease-expiry';

/** Polling interval of a waiter, in case a notification gets lost. */
const pollMs = 500;

const wantedChannel = 'slipway_upload_wanted';
const releasedChannel = 'slipway_upload_freed';

export type ActiveLease = {
  lease: Lease;
  /** No other node can have had the lease up to now. */
  isGuaranteed: () => boolean;
  /** @param startedAtMs when the statement that extended the lease started (`performance.now()`) */
  extend: (startedAtMs: number) => void;
  /** Notes that the lease was released, or ended with its upload. */
  end: () => void;
  isOver: () => boolean;
};

export type LeasingNode = {
  id: () => string;
  /** Other nodes can see that this one is alive. */
  isPresent: () => boolean;
  /** Asks this node's request to release the upload, for a request on another node. */
  requestRelease: (fileId: string) => void;
};

/** `requestedAtMs` is by `performance.now()`. */
export type LeasedUpload = { file: UploadState; lease: Lease | null; requestedAtMs: number };

type LeaseWait = { fileId: string; destination: Destination | null; giveUpAtMs: number };

/**
 * Ensures that an upload is written by one node at a time, by leases in the database. They expire by the database's clock;
 * this class counts from before the request for the lease, so never too long.
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

  /** Renews a lease until it is released, ends or is lost. */
  keepAlive(
    ctx: Context,
    fileId: string,
    { lease, requestedAtMs, onLost }: { lease: Lease; requestedAtMs: number; onLost: () => void },
  ): ActiveLease {
    this.#listen();
    const heartbeat = this.#heartbeat;
    const guaranteedUntilMs = requestedAtMs + leaseMs;
    const record = { fence: lease.fence, guaranteedUntilMs, isWanted: false, onLost };
    const isOver = () => heartbeat.get(fileId) !== record;
    heartbeat.add(ctx, fileId, record);
    return {
      lease,
      isGuaranteed: () =>
        performance.now() < record.guaranteedUntilMs - (this.#node.isPresent() ? 0 : leaseMs - unseenLeaseMs),
      extend: (startedAtMs) => {
        record.guaranteedUntilMs = Math.max(record.guaranteedUntilMs, startedAtMs + leaseMs);
      },
      isOver,
      end: () => {
        if (isOver()) return;
        heartbeat.remove(fileId);
        if (record.isWanted) notify(ctx, releasedChannel, fileId);
      },
    };
  }

  /**
   * Waits for the lease until `giveUpAtMs` (`performance.now()`), and tries at least once.
   * @returns null when the time is over; a complete file has no lease
   * @throws share.notFound, upload.notFound
   */
  async acquire(ctx: Context, { fileId, destination, giveUpAtMs }: LeaseWait): Promise<LeasedUpload | null> {
    for (;;) {
      const requestedAtMs = performance.now();
      const taken = await takeLease(ctx, { fileId, node: this.#node.id(), destination });
      if (taken) return { ...taken, requestedAtMs };
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) return null;
      this.#listen();
      notify(ctx, wantedChannel, fileId);
      const isFree = new Promise<void>((resolve) => this.#waiters.set(fileId, resolve));
      await Promise.race([isFree, sleep(Math.min(pollMs, leftMs))]);
      this.#waiters.delete(fileId);
      await expireDeadLease(ctx.db, fileId);
    }
  }

  async release(ctx: Context, fileId: string, active: ActiveLease): Promise<void> {
    await releaseLease(ctx.db, fileId, active.lease);
    active.end();
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    onNotification(wantedChannel, (fileId) => {
      const record = this.#heartbeat.get(fileId);
      if (!record) return;
      record.isWanted = true;
      this.#node.requestRelease(fileId);
    });
    onNotification(releasedChannel, (fileId) => this.#waiters.get(fileId)?.());
  }
}

function notify({ db, log }: Context, channel: string, fileId: string): void {
  db.$queryRaw`SELECT pg_notify(${channel}, ${fileId})::text`.catch((error: unknown) => {
    log.debug({ err: error }, 'a notification could not be sent'); // waiting nodes poll, too
  });
}

/** A node that misses two counts as dead. */
const heartbeatMs = 1_300;

type LeaseRecord = {
  fence: bigint;
  /** No other node can have the lease before (`performance.now()`). */
  guaranteedUntilMs: number;
  /** A request on another node waits for the lease. */
  isWanted: boolean;
  onLost: () => void;
};

/** Renews all leases of a node that no progress has renewed lately, in one statement. */
function createHeartbeat(node: () => string) {
  const records = new Map<string, LeaseRecord>();
  let timer: NodeJS.Timeout | undefined;

  const renewDue = async (ctx: Context): Promise<void> => {
    const startedAtMs = performance.now();
    const due = [...records].filter(
      ([, { guaranteedUntilMs }]) => guaranteedUntilMs - startedAtMs < leaseMs - heartbeatMs / 2,
    );
    if (due.length === 0) return;
    const leases = due.map(([fileId, { fence }]) => ({ fileId, fence }));
    const renewed = await renewLeases(ctx.db, node(), leases);
    const stillHeld = due.filter(([fileId, record]) => records.get(fileId) === record);
    for (const [fileId, record] of stillHeld) {
      if (renewed.get(fileId))
        record.guaranteedUntilMs = Math.max(record.guaranteedUntilMs, startedAtMs + leaseMs);
      else if (!renewed.has(fileId)) record.onLost();
    }
  };
  const renewSafely = (ctx: Context): void => {
    renewDue(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'leases could not be prolonged'));
  };

  return {
    get: (fileId: string): LeaseRecord | undefined => records.get(fileId),
    add: (ctx: Context, fileId: string, record: LeaseRecord): void => {
      records.set(fileId, record);
      timer ??= setInterval(() => renewSafely(ctx), heartbeatMs);
      timer.unref();
    },
    remove: (fileId: string): void => {
      records.delete(fileId);
      if (records.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

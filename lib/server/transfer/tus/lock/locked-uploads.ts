import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { isPresent } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/node-id';
import type { Destination } from '@/lib/server/services/upload/access';
import type { Lease } from '@/lib/server/services/upload/lease';
import { findIncoming } from '@/lib/server/services/upload/progress';
import type { UploadState } from '@/lib/server/services/upload/state';
import { type ActiveLease, type LeasingNode, type Taken, UploadLeases } from './leases';
import { lost, type ProcessLock, type ProcessLocks, patienceMs, uploadLocks } from './process-locks';

/** An upload in the hands of one request: no other request on any node has it. */
export type LockedUpload = {
  stop: AbortSignal;
  /** As it stood when the request got hold of it, kept up to date with what the request does. */
  file: UploadState;
  /** Null where there is nothing to write (a complete file, one that is only looked at). */
  activeLease: ActiveLease | null;
  /** Gives the lease back, if it isn't over, and then the process's lock. Never rejects. */
  release: () => Promise<void>;
};

type Wish = { fileId: string; destination: Destination; isOnlyLooking: boolean };

type Options = Omit<LeasingNode, 'ask'> & { locks: ProcessLocks; waitMs: number };

/** Makes the row of a new upload, with this lease or without one. */
type Make = (lease: Lease) => Promise<Omit<Taken, 'sinceMs'>>;

/**
 * How the requests of one node get hold of uploads, so that a client may come to any node with any request: each upload
 * is locked within the process first and then leased in the database.
 */
export class LockedUploads {
  readonly #options: Options;
  readonly #leases: UploadLeases;

  constructor(options: Options) {
    const { id, isSeen, locks } = options;
    this.#options = options;
    this.#leases = new UploadLeases({ id, isSeen, ask: locks.ask });
  }

  /**
   * Waits up to `waitMs` for the upload.
   * @throws share.notFound, upload.notFound, upload.busy when it isn't let go in time, server.unavailable when closing
   */
  async lock(ctx: Context, { isOnlyLooking, ...asked }: Wish): Promise<LockedUpload> {
    const giveUpAtMs = performance.now() + this.#options.waitMs;
    const lock = await this.#options.locks.acquire(asked.fileId);
    return releasedOnFailure(lock, async () => {
      if (isOnlyLooking) {
        const { isHeld, ...file } = await findIncoming(ctx, asked);
        if (!isHeld && !isToBeFinished(file))
          return this.#locked(ctx, lock, { file, lease: null, sinceMs: 0 });
      }
      const taken = await this.#leases.take(ctx, { ...asked, giveUpAtMs });
      if (!taken) throw new AppError('upload.busy');
      return this.#locked(ctx, lock, taken);
    });
  }

  /**
   * Without waiting, for work that nobody waits for.
   * @returns null while a request on any node has the upload, and once this process closes
   * @throws upload.notFound
   */
  async tryLock(ctx: Context, fileId: string): Promise<LockedUpload | null> {
    const lock = this.#options.locks.tryAcquire(fileId);
    if (!lock) return null;
    return releasedOnFailure(lock, async () => {
      const taken = await this.#leases.take(ctx, { fileId, destination: null, giveUpAtMs: 0 });
      if (taken) return this.#locked(ctx, lock, taken);
      lock.release();
      return null;
    });
  }

  /**
   * An upload that this request makes itself, so nobody else can know it; its lease begins with its row.
   * @throws what `make` does, server.unavailable when closing
   */
  async begin(ctx: Context, fileId: string, make: Make): Promise<LockedUpload> {
    const lock = await this.#options.locks.acquire(fileId);
    return releasedOnFailure(lock, async () => {
      const sinceMs = performance.now();
      const made = await make({ node: this.#options.id(), fence: 1n });
      return this.#locked(ctx, lock, { ...made, sinceMs });
    });
  }

  /** What a request holds: this process's own lock and, where there is something to write, a lease. */
  #locked(ctx: Context, lock: ProcessLock, { file, lease, sinceMs }: Taken): LockedUpload {
    const leases = this.#leases;
    const onLost = () => lock.end(lost);
    const activeLease = lease && leases.keep(ctx, file.id, { lease, sinceMs, onLost });
    const release = async () => {
      try {
        if (activeLease && !activeLease.isOver()) await leases.giveBack(ctx, file.id, activeLease);
      } catch (error) {
        ctx.log.warn({ err: error, fileId: file.id }, 'a lease runs out by itself');
      } finally {
        activeLease?.ended();
        lock.release();
      }
    };
    return { stop: lock.stop, file, activeLease, release };
  }
}

async function releasedOnFailure<T>(lock: ProcessLock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    lock.release();
    throw error;
  }
}

const isToBeFinished = ({ complete, offset, sizeBytes }: UploadState) => !complete && offset === sizeBytes;

/** The uploads of this process. */
export const lockedUploads = new LockedUploads({
  id: nodeId,
  isSeen: isPresent,
  locks: uploadLocks,
  waitMs: patienceMs,
});

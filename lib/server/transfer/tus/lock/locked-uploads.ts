import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { isPresent } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/ids';
import type { Destination } from '@/lib/server/services/upload/access';
import { findUploadState, type Lease, type UploadState } from '@/lib/server/services/upload/lease';
import { type ActiveLease, type LeasedUpload, type LeasingNode, UploadLeases } from './leases';
import {
  type BodySpan,
  leaseLost,
  lockWaitMs,
  type ProcessLock,
  type ProcessLocks,
  uploadLocks,
} from './process-locks';

/** An upload that no other request on any node can write to. */
export type LockedUpload = {
  stop: AbortSignal;
  /** Updated by the request that has the lock. */
  file: UploadState;
  /** Null when there is nothing to write: a complete file, or a read-only lock. */
  activeLease: ActiveLease | null;
  /** Never rejects. */
  release: () => Promise<void>;
};

type LockRequest = {
  fileId: string;
  destination: Destination;
  isReadOnly: boolean;
  span?: BodySpan | undefined;
};

type LockOptions = Omit<LeasingNode, 'requestRelease'> & { locks: ProcessLocks; waitMs: number };

/** Inserts the row of a new upload, with or without the lease. */
type InsertUpload = (lease: Lease) => Promise<Omit<LeasedUpload, 'requestedAtMs'>>;

/** Locks uploads: within the process first, and then among all nodes by a lease in the database. */
export class LockedUploads {
  readonly #options: LockOptions;
  readonly #leases: UploadLeases;

  constructor(options: LockOptions) {
    const { id, isPresent, locks } = options;
    this.#options = options;
    this.#leases = new UploadLeases({ id, isPresent, requestRelease: locks.requestRelease });
  }

  /**
   * Waits up to `waitMs` for the upload, and for all of a request that ends where `span` begins.
   * @throws share.notFound, upload.notFound, upload.busy when it isn't released in time, server.unavailable when closing
   */
  async lock(ctx: Context, { isReadOnly, span, ...request }: LockRequest): Promise<LockedUpload> {
    const askedAtMs = performance.now();
    const lock = await this.#options.locks.acquire(request.fileId, span);
    // A request that waited for the bytes before its own has time left for other nodes.
    const giveUpAtMs = (span ? performance.now() : askedAtMs) + this.#options.waitMs;
    return releaseOnFailure(lock, async () => {
      if (isReadOnly) {
        const { isHeld, ...file } = await findUploadState(ctx, request);
        if (!isHeld && !awaitsCompletion(file))
          return this.#lockedUpload(ctx, lock, { file, lease: null, requestedAtMs: 0 });
      }
      const taken = await this.#leases.acquire(ctx, { ...request, giveUpAtMs });
      if (!taken) throw new AppError('upload.busy');
      return this.#lockedUpload(ctx, lock, taken);
    });
  }

  /**
   * Tries once, for background work.
   * @returns null while a request on any node has the upload, and once this process closes
   * @throws upload.notFound
   */
  async tryLock(ctx: Context, fileId: string): Promise<LockedUpload | null> {
    const lock = this.#options.locks.tryAcquire(fileId);
    if (!lock) return null;
    return releaseOnFailure(lock, async () => {
      const taken = await this.#leases.acquire(ctx, { fileId, destination: null, giveUpAtMs: 0 });
      if (taken) return this.#lockedUpload(ctx, lock, taken);
      lock.release();
      return null;
    });
  }

  /**
   * Creates an upload that is locked from the start.
   * @throws what `insert` throws, server.unavailable when closing
   */
  async create(ctx: Context, fileId: string, insert: InsertUpload): Promise<LockedUpload> {
    const lock = await this.#options.locks.acquire(fileId);
    return releaseOnFailure(lock, async () => {
      const requestedAtMs = performance.now();
      const inserted = await insert({ node: this.#options.id(), fence: 1n });
      return this.#lockedUpload(ctx, lock, { ...inserted, requestedAtMs });
    });
  }

  #lockedUpload(ctx: Context, lock: ProcessLock, { file, lease, requestedAtMs }: LeasedUpload): LockedUpload {
    const leases = this.#leases;
    const onLost = () => lock.abort(leaseLost);
    const activeLease = lease && leases.keepAlive(ctx, file.id, { lease, requestedAtMs, onLost });
    const release = async () => {
      try {
        if (activeLease && !activeLease.isOver()) await leases.release(ctx, file.id, activeLease);
      } catch (error) {
        ctx.log.warn({ err: error, fileId: file.id }, 'a lease runs out by itself');
      } finally {
        activeLease?.end();
        lock.release();
      }
    };
    return { stop: lock.stop, file, activeLease, release };
  }
}

async function releaseOnFailure<T>(lock: ProcessLock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    lock.release();
    throw error;
  }
}

const awaitsCompletion = ({ complete, isPartial, offset, sizeBytes }: UploadState) =>
  !complete && !isPartial && offset === sizeBytes;

export const lockedUploads = new LockedUploads({
  id: nodeId,
  isPresent,
  locks: uploadLocks,
  waitMs: lockWaitMs,
});

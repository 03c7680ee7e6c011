import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { isPresent } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/node-id';
import type { Destination } from '@/lib/server/services/upload/access';
import type { Lease } from '@/lib/server/services/upload/lease';
import { findIncoming } from '@/lib/server/services/upload/progress';
import type { UploadState } from '@/lib/server/services/upload/state';
import { recall } from './announced';
import { type LeasingNode, type Taken, UploadLeases } from './leases';
import { createLockedUploads, type LockedUpload } from './locked-uploads';
import { type ProcessLock, type ProcessLocks, patienceMs, uploadLocks } from './process-locks';

type Wish = { fileId: string; destination: Destination; isOnlyLooking: boolean; bringsBytes: boolean };

type Options = Omit<LeasingNode, 'ask'> & { locks: ProcessLocks; waitMs: number };

/** Makes the row of a new upload, with this lease or without one. */
type Make = (lease: Lease) => Promise<Omit<Taken, 'sinceMs'>>;

/**
 * How the requests of one node get hold of uploads, so that a client may come to any node with any request: each upload
 * is locked within the process first and then leased in the database.
 */
export class NodeUploads {
  readonly #options: Options;
  readonly #leases: UploadLeases;
  readonly #holding: ReturnType<typeof createLockedUploads>;

  constructor(options: Options) {
    const { id, isSeen, locks } = options;
    this.#options = options;
    this.#leases = new UploadLeases({ id, isSeen, ask: locks.ask });
    this.#holding = createLockedUploads(this.#leases);
  }

  /**
   * Waits up to `waitMs` for the upload. One that was announced a moment ago is not looked up when its bytes come.
   * @throws share.notFound, upload.notFound, upload.busy when it isn't let go in time, server.unavailable when closing
   */
  async lock(ctx: Context, { isOnlyLooking, bringsBytes, ...asked }: Wish): Promise<LockedUpload> {
    const giveUpAtMs = performance.now() + this.#options.waitMs;
    const take = async () => {
      const taken = await this.#leases.take(ctx, { ...asked, giveUpAtMs });
      if (!taken) throw new AppError('upload.busy');
      return taken;
    };
    const lock = await this.#options.locks.acquire(asked.fileId);
    return releasedOnFailure(lock, async () => {
      const { held, lockedUnconfirmed } = this.#holding;
      const announced = recall(asked.fileId, asked.destination);
      if (announced && bringsBytes) return lockedUnconfirmed(ctx, lock, announced, take);
      if (isOnlyLooking) {
        const { isHeld, ...file } = await findIncoming(ctx, asked);
        if (!isHeld && !isToBeFinished(file)) return held(ctx, lock, { file, lease: null, sinceMs: 0 });
      }
      return held(ctx, lock, await take());
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
      if (taken) return this.#holding.held(ctx, lock, taken);
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
      return this.#holding.held(ctx, lock, { ...made, sinceMs });
    });
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
export const nodeUploads = new NodeUploads({
  id: nodeId,
  isSeen: isPresent,
  locks: uploadLocks,
  waitMs: patienceMs,
});

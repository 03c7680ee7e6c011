import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { UploadState } from '@/lib/server/services/upload/state';
import type { ActiveLease, Taken, UploadLeases } from './leases';
import { lost, type ProcessLock } from './process-locks';

/** An upload in the hands of one request: no other request on any node has it. */
export type LockedUpload = {
  stop: AbortSignal;
  /** As it stood when the request got hold of it, kept up to date with what the request does. */
  file: UploadState;
  /** Null where there is nothing to write (a complete file, one that is only looked at) or `confirm` is still to come. */
  activeLease: ActiveLease | null;
  /**
   * Set for an upload that is known from its announcement alone. Takes its lease, which asks whether the upload still is
   * as it was announced and whether the caller may write to it. If nobody calls this, the statement that completes the
   * upload has to ask. Null once that was asked.
   * @throws what `NodeUploads.hold` does, upload.wrongOffset
   */
  confirm: (() => Promise<void>) | null;
  /** Gives the lease back, if it isn't over, and then the process's lock. Never rejects. */
  release: () => Promise<void>;
};

/** Puts together what a request holds: this process's own lock and, where there is something to write, a lease. */
export function createLockedUploads(leases: Pick<UploadLeases, 'keep' | 'giveBack'>) {
  const held = (ctx: Context, lock: ProcessLock, taken: Taken): LockedUpload => {
    const release = async () => {
      const { file, activeLease } = upload; // it may have got one meanwhile
      try {
        if (activeLease && !activeLease.isOver()) await leases.giveBack(ctx, file.id, activeLease);
      } catch (error) {
        ctx.log.warn({ err: error, fileId: file.id }, 'a lease runs out by itself');
      } finally {
        activeLease?.ended();
        lock.release();
      }
    };
    const upload: LockedUpload = {
      stop: lock.stop,
      file: taken.file,
      activeLease: activeLeaseOf(ctx, lock, taken),
      confirm: null,
      release,
    };
    return upload;
  };

  const activeLeaseOf = (
    ctx: Context,
    lock: ProcessLock,
    { file, lease, sinceMs }: Taken,
  ): ActiveLease | null => {
    const onLost = () => lock.end(lost);
    return lease && leases.keep(ctx, file.id, { lease, sinceMs, onLost });
  };

  /** As it was announced a moment ago: see announced.ts. */
  const lockedUnconfirmed = (
    ctx: Context,
    lock: ProcessLock,
    file: UploadState,
    take: () => Promise<Taken>,
  ): LockedUpload => {
    const upload = held(ctx, lock, { file, lease: null, sinceMs: 0 });
    upload.confirm = async () => {
      const taken = await take().catch(askAgain);
      upload.activeLease = activeLeaseOf(ctx, lock, taken);
      upload.confirm = null;
      if (taken.file.offset !== file.offset) throw new AppError('upload.wrongOffset');
      Object.assign(file, taken.file); // whoever has the upload knows it by this object
    };
    return upload;
  };

  return { held, lockedUnconfirmed };
}

/** Some of the body is gone by now, so a 404 would say too much: the client comes again, and is told why then. */
function askAgain(error: unknown): never {
  throw error instanceof AppError && error.status === 404 ? new AppError('upload.busy') : error;
}

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { UploadState } from '@/lib/server/services/upload/state';
import type { createLeases, Leased } from './leases';
import { type Hold, lost } from './locks';

/** An upload in the hands of one request: no other request on any node has it. */
export type Held = {
  stop: AbortSignal;
  /** As it stood when it was had. */
  file: UploadState;
  /** Null where there is nothing to write (a complete file, one that is only looked at) or nothing was asked yet. */
  leased: Leased | null;
  /**
   * Of an upload that is known from its announcement alone: asks whether it still is so, and whether the caller may.
   * Where nobody does, the statement that completes it has to. Null where that was asked.
   * @throws what `hold` does, upload.wrongOffset
   */
  confirm: (() => Promise<void>) | null;
  release: () => Promise<void>;
};

type Leases = ReturnType<typeof createLeases>;
export type Taken = NonNullable<Awaited<ReturnType<Leases['take']>>>;

/** Puts together what a request holds: this process's own lock and, where there is something to write, a lease. */
export function createHeld(leases: Pick<Leases, 'keep' | 'giveBack'>) {
  const heldBy = (ctx: Context, hold: Hold, taken: Taken): Held => {
    const release = async () => {
      const { file, leased } = held; // it may have got one meanwhile
      try {
        if (leased && !leased.isOver()) await leases.giveBack(ctx, file.id, leased);
      } catch (error) {
        ctx.log.warn({ err: error, fileId: file.id }, 'a lease runs out by itself');
      } finally {
        leased?.ended();
        hold.release();
      }
    };
    const held: Held = {
      stop: hold.stop,
      file: taken.file,
      leased: leasedBy(ctx, hold, taken),
      confirm: null,
      release,
    };
    return held;
  };

  const leasedBy = (ctx: Context, hold: Hold, { file, lease, sinceMs }: Taken): Leased | null => {
    const onLost = () => hold.end(lost);
    return lease && leases.keep(ctx, file.id, { lease, sinceMs, onLost });
  };

  /** As it was announced a moment ago: see announced.ts. */
  const heldUnasked = (ctx: Context, hold: Hold, file: UploadState, take: () => Promise<Taken>): Held => {
    const held = heldBy(ctx, hold, { file, lease: null, sinceMs: 0 });
    held.confirm = async () => {
      const taken = await take().catch(askAgain);
      held.leased = leasedBy(ctx, hold, taken);
      held.confirm = null;
      if (taken.file.offset !== file.offset) throw new AppError('upload.wrongOffset');
      Object.assign(file, taken.file); // who has it knows it by this object
    };
    return held;
  };

  return { heldBy, heldUnasked };
}

/** Of the body some is gone by now, so what isn't found is not yet said: the next request is told why. */
function askAgain(error: unknown): never {
  throw error instanceof AppError && error.status === 404 ? new AppError('upload.busy') : error;
}

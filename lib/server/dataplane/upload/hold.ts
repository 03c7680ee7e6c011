import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { isPresent } from '@/lib/server/db/notices';
import { nodeId } from '@/lib/server/node-id';
import type { Destination } from '@/lib/server/services/upload/access';
import { findIncoming } from '@/lib/server/services/upload/progress';
import type { UploadState } from '@/lib/server/services/upload/state';
import { createLeases, type Leased } from './leases';
import { type createLocks, type Hold, lost, patienceMs, uploadLocks } from './locks';

/** An upload in the hands of one request: no other request on any node has it. */
export type Held = {
  stop: AbortSignal;
  /** As it stood when it was had. */
  file: UploadState;
  /** Null where there is nothing to write: a complete file, or one that is only looked at. */
  leased: Leased | null;
  release: () => Promise<void>;
};

type Wish = { fileId: string; destination: Destination; isOnlyLooking: boolean };

type NodeOptions = {
  id: () => string;
  isSeen: () => boolean;
  locks: ReturnType<typeof createLocks>;
  waitMs: number;
};

/** What one node does so that any node may take any request. */
export function createNode({ id, isSeen, locks, waitMs }: NodeOptions) {
  const leases = createLeases({ id, isSeen, ask: locks.ask });

  const heldBy = (ctx: Context, hold: Hold, { file, lease, sinceMs }: Taken): Held => {
    const onLost = () => hold.end(lost);
    const leased = lease && leases.keep(ctx, file.id, { lease, sinceMs, onLost });
    const release = async () => {
      try {
        if (leased && !leased.isOver()) await leases.giveBack(ctx, file.id, leased);
      } catch (error) {
        ctx.log.warn({ err: error, fileId: file.id }, 'a lease runs out by itself');
      } finally {
        leased?.ended();
        hold.release();
      }
    };
    return { stop: hold.stop, file, leased, release };
  };

  return {
    /** @throws share.notFound, upload.notFound, upload.busy when it isn't let go in time, server.unavailable when closing */
    hold: async (ctx: Context, { isOnlyLooking, ...asked }: Wish): Promise<Held> => {
      const giveUpAtMs = performance.now() + waitMs;
      const hold = await locks.acquire(asked.fileId);
      try {
        if (isOnlyLooking) {
          const { isHeld, ...file } = await findIncoming(ctx, asked);
          if (!isHeld && !isToBeFinished(file)) return heldBy(ctx, hold, { file, lease: null, sinceMs: 0 });
        }
        const taken = await leases.take(ctx, { ...asked, giveUpAtMs });
        if (!taken) throw new AppError('upload.busy');
        return heldBy(ctx, hold, taken);
      } catch (error) {
        hold.release();
        throw error;
      }
    },

    /** For work that can wait until nobody is writing; null while somebody is. */
    tryHold: async (ctx: Context, fileId: string): Promise<Held | null> => {
      const hold = locks.tryAcquire(fileId);
      if (!hold) return null;
      try {
        const taken = await leases.take(ctx, { fileId, destination: null, giveUpAtMs: 0 });
        if (taken) return heldBy(ctx, hold, taken);
      } catch (error) {
        hold.release();
        throw error;
      }
      hold.release();
      return null;
    },

    /** An upload that this request makes itself, so nobody else can know it; its lease begins with its row. */
    begin: async (ctx: Context, fileId: string, make: Make): Promise<Held> => {
      const hold = await locks.acquire(fileId);
      try {
        const sinceMs = performance.now();
        return heldBy(ctx, hold, { ...(await make({ node: id(), fence: 1n })), sinceMs });
      } catch (error) {
        hold.release();
        throw error;
      }
    },
  };
}

type Taken = NonNullable<Awaited<ReturnType<ReturnType<typeof createLeases>['take']>>>;
type Make = (lease: Leased['lease']) => Promise<Omit<Taken, 'sinceMs'>>;

const isToBeFinished = ({ complete, offset, sizeBytes }: UploadState) => !complete && offset === sizeBytes;

/** This process. */
export const thisNode = createNode({
  id: nodeId,
  isSeen: isPresent,
  locks: uploadLocks,
  waitMs: patienceMs,
});

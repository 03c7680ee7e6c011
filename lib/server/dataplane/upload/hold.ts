import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { isPresent } from '@/lib/server/db/notices';
import { nodeId } from '@/lib/server/node-id';
import type { Destination } from '@/lib/server/services/upload/access';
import { findIncoming } from '@/lib/server/services/upload/progress';
import type { UploadState } from '@/lib/server/services/upload/state';
import { recall } from './announced';
import { createHeld, type Held, type Taken } from './held';
import { createLeases, type Leased } from './leases';
import { type createLocks, patienceMs, uploadLocks } from './locks';

type Wish = { fileId: string; destination: Destination; isOnlyLooking: boolean; bringsBytes: boolean };

type NodeOptions = {
  id: () => string;
  isSeen: () => boolean;
  locks: ReturnType<typeof createLocks>;
  waitMs: number;
};

/** What one node does so that any node may take any request. */
export function createNode({ id, isSeen, locks, waitMs }: NodeOptions) {
  const leases = createLeases({ id, isSeen, ask: locks.ask });

  const { heldBy, heldUnasked } = createHeld(leases);

  return {
    /**
     * What was announced a moment ago is not looked up when its bytes come.
     * @throws share.notFound, upload.notFound, upload.busy when it isn't let go in time, server.unavailable when closing
     */
    hold: async (ctx: Context, { isOnlyLooking, bringsBytes, ...asked }: Wish): Promise<Held> => {
      const giveUpAtMs = performance.now() + waitMs;
      const hold = await locks.acquire(asked.fileId);
      const take = async () => {
        const taken = await leases.take(ctx, { ...asked, giveUpAtMs });
        if (!taken) throw new AppError('upload.busy');
        return taken;
      };
      try {
        const announced = recall(asked.fileId, asked.destination);
        if (announced && bringsBytes) return heldUnasked(ctx, hold, announced, take);
        if (isOnlyLooking) {
          const { isHeld, ...file } = await findIncoming(ctx, asked);
          if (!isHeld && !isToBeFinished(file)) return heldBy(ctx, hold, { file, lease: null, sinceMs: 0 });
        }
        return heldBy(ctx, hold, await take());
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

type Make = (lease: Leased['lease']) => Promise<Omit<Taken, 'sinceMs'>>;

const isToBeFinished = ({ complete, offset, sizeBytes }: UploadState) => !complete && offset === sizeBytes;

/** This process. */
export const thisNode = createNode({
  id: nodeId,
  isSeen: isPresent,
  locks: uploadLocks,
  waitMs: patienceMs,
});

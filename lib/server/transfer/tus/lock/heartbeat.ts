import 'server-only';
import type { Context } from '@/lib/server/context';
import { leaseMs } from '@/lib/server/services/upload/lease';
import { renewLeases } from '@/lib/server/services/upload/renew-leases';

/** A node that has missed two of these may be thought dead. */
const heartbeatMs = 1_300;

/** What this node knows about a lease that it has. */
export type LeaseRecord = {
  fence: bigint;
  /** Until then nobody else can have it, by this process's own steady clock (`performance.now()`). */
  sureUntilMs: number;
  /** Whether a request on another node waits for it. */
  isWanted: boolean;
  onLost: () => void;
};

/** Prolongs all leases of a node that no progress has prolonged lately, in one statement for all of them. */
export function createHeartbeat(node: () => string) {
  const records = new Map<string, LeaseRecord>();
  let timer: NodeJS.Timeout | undefined;

  const beat = async (ctx: Context): Promise<void> => {
    const beganMs = performance.now();
    const due = [...records].filter(
      ([, { sureUntilMs }]) => sureUntilMs - beganMs < leaseMs - heartbeatMs / 2,
    );
    if (due.length === 0) return;
    const leases = due.map(([fileId, { fence }]) => ({ fileId, fence }));
    const ours = await renewLeases(ctx.db, node(), leases);
    const stillHeld = due.filter(([fileId, record]) => records.get(fileId) === record);
    for (const [fileId, record] of stillHeld) {
      if (ours.get(fileId)) record.sureUntilMs = Math.max(record.sureUntilMs, beganMs + leaseMs);
      else if (!ours.has(fileId)) record.onLost();
    }
  };
  const beatSafely = (ctx: Context): void => {
    beat(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'leases could not be prolonged'));
  };

  return {
    of: (fileId: string): LeaseRecord | undefined => records.get(fileId),
    begin: (ctx: Context, fileId: string, record: LeaseRecord): void => {
      records.set(fileId, record);
      timer ??= setInterval(() => beatSafely(ctx), heartbeatMs);
      timer.unref();
    },
    end: (fileId: string): void => {
      records.delete(fileId);
      if (records.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

import 'server-only';
import type { Context } from '@/lib/server/context';
import { leaseMs, renewLeases } from '@/lib/server/services/upload/lease';

/** A node that misses two counts as dead. */
const heartbeatMs = 1_300;

export type LeaseRecord = {
  fence: bigint;
  /** No other node can have the lease before (`performance.now()`). */
  guaranteedUntilMs: number;
  /** A request on another node waits for the lease. */
  isWanted: boolean;
  onLost: () => void;
};

/** Renews all leases of a node that no progress has renewed lately, in one statement. */
export function createHeartbeat(node: () => string) {
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

import 'server-only';
import type { Context } from '@/lib/server/context';
import { leaseMs } from '@/lib/server/services/upload/lease';
import { renewLeases } from '@/lib/server/services/upload/renew-leases';

/** A node that has missed two of these may be thought dead. */
const heartbeatMs = 1_300;

export type Holding = {
  fence: bigint;
  /** Until then nobody else can have it, by this process's own steady clock. */
  sureUntilMs: number;
  /** Whether somebody on another node waits for it. */
  isWanted: boolean;
  onLost: () => void;
};

/** Prolongs all leases of a node that no progress has prolonged lately, in one statement for all of them. */
export function createHeartbeat(node: () => string) {
  const holdings = new Map<string, Holding>();
  let timer: NodeJS.Timeout | undefined;

  const beat = async (ctx: Context): Promise<void> => {
    const beganMs = performance.now();
    const due = [...holdings].filter(
      ([, { sureUntilMs }]) => sureUntilMs - beganMs < leaseMs - heartbeatMs / 2,
    );
    if (due.length === 0) return;
    const leases = due.map(([fileId, { fence }]) => ({ fileId, fence }));
    const ours = await renewLeases(ctx.db, node(), leases);
    const stillHeld = due.filter(([fileId, holding]) => holdings.get(fileId) === holding);
    for (const [fileId, holding] of stillHeld) {
      if (ours.get(fileId)) holding.sureUntilMs = Math.max(holding.sureUntilMs, beganMs + leaseMs);
      else if (!ours.has(fileId)) holding.onLost();
    }
  };
  const beatSafely = (ctx: Context): void => {
    beat(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'leases could not be prolonged'));
  };

  return {
    of: (fileId: string): Holding | undefined => holdings.get(fileId),
    begin: (ctx: Context, fileId: string, holding: Holding): void => {
      holdings.set(fileId, holding);
      timer ??= setInterval(() => beatSafely(ctx), heartbeatMs);
      timer.unref();
    },
    end: (fileId: string): void => {
      holdings.delete(fileId);
      if (holdings.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

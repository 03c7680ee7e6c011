import 'server-only';
import type { Context } from '@/lib/server/context';

const longestWindowMs = 24 * 3600 * 1000;

/** As many rows as one statement deletes within its ten seconds. */
export const batch = 10_000;

/** Removes what was written down longer ago than AUDIT_RETENTION. Index: AuditEvent_at_id_idx. */
export function forgetAudit({ db, config, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - config.AUDIT_RETENTION);
  return untilNone(
    () => db.$executeRaw`
      DELETE FROM "AuditEvent" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "AuditEvent" WHERE "at" < ${until} ORDER BY "at" LIMIT ${batch}))`,
  );
}

/** Removes counters whose window is over, whichever it was. Index: RateLimit_windowAt_idx. */
export function forgetLimits({ db, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - longestWindowMs);
  return untilNone(
    () => db.$executeRaw`
      DELETE FROM "RateLimit" WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM "RateLimit" WHERE "windowAt" < ${until} ORDER BY "windowAt" LIMIT ${batch}))`,
  );
}

/** Removes sessions that have become as old as any may: no token opens them any more. Index: Session_endsAt_idx. */
export function forgetEndedSessions({ db, now }: Context): Promise<number> {
  return untilNone(
    () => db.$executeRaw`
      DELETE FROM "Session" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

/** Removes what programs asked for and nobody has answered, or fetched, in time. Index: DeviceRequest_endsAt_idx. */
export function forgetDeviceRequests({ db, now }: Context): Promise<number> {
  return untilNone(
    () => db.$executeRaw`
      DELETE FROM "DeviceRequest" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "DeviceRequest" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

/** There may be millions: after a year of keeping everything, or once they are to be kept for only a week. */
export async function untilNone(removeSome: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const some = await removeSome();
    if (some === 0) return removed;
    removed += some;
  }
}

import 'server-only';
import type { Context } from '@/lib/server/context';

const maxWindowMs = 24 * 3600 * 1000;

/** Rows that one statement deletes within its ten seconds. */
export const batch = 10_000;

/** Index: AuditEvent_at_id_idx. */
export function forgetAudit({ db, config, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - config.AUDIT_RETENTION);
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "AuditEvent" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "AuditEvent" WHERE "at" < ${until} ORDER BY "at" LIMIT ${batch}))`,
  );
}

/** Index: RateLimit_windowAt_idx. */
export function forgetLimits({ db, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - maxWindowMs);
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "RateLimit" WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM "RateLimit" WHERE "windowAt" < ${until} ORDER BY "windowAt" LIMIT ${batch}))`,
  );
}

/** Deletes sessions at their maximum age. Index: Session_endsAt_idx. */
export function forgetEndedSessions({ db, now }: Context): Promise<number> {
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "Session" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

/** Index: DeviceRequest_endsAt_idx. */
export function forgetDeviceRequests({ db, now }: Context): Promise<number> {
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "DeviceRequest" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "DeviceRequest" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

/** Index: SignInChallenge_endsAt_idx. */
export function forgetChallenges({ db, now }: Context): Promise<number> {
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "SignInChallenge" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "SignInChallenge" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

/** Index: AccountCode_endsAt_idx. */
export function forgetAccountCodes({ db, now }: Context): Promise<number> {
  return deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "AccountCode" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "AccountCode" WHERE "endsAt" <= ${now} ORDER BY "endsAt" LIMIT ${batch}))`,
  );
}

export async function deleteInBatches(removeSome: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const some = await removeSome();
    if (some === 0) return removed;
    removed += some;
  }
}

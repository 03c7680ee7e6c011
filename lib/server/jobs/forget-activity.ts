import 'server-only';
import { visitMs } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { batch, untilNone } from './forget-old';

/**
 * Removes what owners could know of their shares once it is older than AUDIT_RETENTION; the numbers of views and
 * downloads stay. A visit goes after all that can have been taken in it, which without one would look like taken by the
 * bare link. Indexes: Download_startedAt_idx, Visit_startedAt_idx, ShareEvent_at_idx.
 */
export async function forgetActivity({ db, config, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - config.AUDIT_RETENTION);
  const visitsUntil = new Date(until.getTime() - visitMs);
  const downloads = await untilNone(
    () => db.$executeRaw`
      DELETE FROM "Download" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Download" WHERE "startedAt" < ${until} ORDER BY "startedAt" LIMIT ${batch}))`,
  );
  const visits = await untilNone(
    () => db.$executeRaw`
      DELETE FROM "Visit" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Visit" WHERE "startedAt" < ${visitsUntil} ORDER BY "startedAt" LIMIT ${batch}))`,
  );
  const events = await untilNone(
    () => db.$executeRaw`
      DELETE FROM "ShareEvent" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "ShareEvent" WHERE "at" < ${until} ORDER BY "at" LIMIT ${batch}))`,
  );
  return downloads + visits + events;
}

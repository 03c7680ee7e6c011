import 'server-only';
import { visitMs } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { batch, deleteInBatches } from './forget-old';

/**
 * Deletes activity older than AUDIT_RETENTION; counts stay. Visits outlive their downloads, which else seem
 * to have none. Indexes: Download_startedAt_idx, Visit_startedAt_idx, ShareEvent_at_idx.
 */
export async function forgetActivity({ db, config, now }: Context): Promise<number> {
  const until = new Date(now.getTime() - config.AUDIT_RETENTION);
  const visitsUntil = new Date(until.getTime() - visitMs);
  const downloads = await deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "Download" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Download" WHERE "startedAt" < ${until} ORDER BY "startedAt" LIMIT ${batch}))`,
  );
  const visits = await deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "Visit" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Visit" WHERE "startedAt" < ${visitsUntil} ORDER BY "startedAt" LIMIT ${batch}))`,
  );
  const events = await deleteInBatches(
    () => db.$executeRaw`
      DELETE FROM "ShareEvent" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "ShareEvent" WHERE "at" < ${until} ORDER BY "at" LIMIT ${batch}))`,
  );
  return downloads + visits + events;
}

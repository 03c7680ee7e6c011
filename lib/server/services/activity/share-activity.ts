import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';
import { type ActivityRow, activityItems } from './items';

/**
 * Lists a share's events, newest first. Only its owner sees shortened addresses and mail receivers.
 * @throws share.notFound for others' shares and missing ones alike
 */
export async function getShareActivity(
  ctx: UserContext,
  { shareId, page, pageSize }: { shareId: string; page: number; pageSize: number },
) {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    select: {
      id: true,
      ownerId: true,
      fileCount: true,
      sizeBytes: true,
      publication: { select: { downloads: true } },
    },
  });
  if (!share) throw new AppError('share.notFound');
  const rows = await activityRows(ctx, shareId, { skip: (page - 1) * pageSize, take: pageSize + 1 });
  const items = await activityItems(ctx, rows.slice(0, pageSize), share);
  return { items, hasMore: rows.length > pageSize, downloads: share.publication?.downloads ?? 0 };
}

/**
 * Reads at most one page of each source, by ShareEvent_shareId_at_id_idx, Visit_shareId_startedAt_idx and
 * Download_byLink_idx. An expired link is an event while it is still enabled.
 */
function activityRows(
  { db, now }: UserContext,
  shareId: string,
  { skip, take }: { skip: number; take: number },
) {
  const upTo = skip + take;
  return db.$queryRaw<ActivityRow[]>`
    SELECT "source", "id", "at" FROM (
      (SELECT 'event' AS "source", "id"::text AS "id", "at", "id" AS "n" FROM "ShareEvent"
        WHERE "shareId" = ${shareId} ORDER BY "at" DESC, "id" DESC LIMIT ${upTo})
      UNION ALL
      (SELECT 'visit', "id", "startedAt", 0 FROM "Visit"
        WHERE "shareId" = ${shareId} ORDER BY "startedAt" DESC, "id" LIMIT ${upTo})
      UNION ALL
      (SELECT 'download', "id", "startedAt", 0 FROM "Download"
        WHERE "shareId" = ${shareId} AND "visitId" IS NULL AND "accountId" IS NULL
        ORDER BY "startedAt" DESC, "id" LIMIT ${upTo})
      UNION ALL
      (SELECT 'end', "shareId", "publishUntil", 0 FROM "Publication"
        WHERE "shareId" = ${shareId} AND "enabled" AND "publishUntil" <= ${now})) AS rows
    ORDER BY "at" DESC, "source" = 'event' DESC, "n" DESC, "id" OFFSET ${skip} LIMIT ${take}`;
}

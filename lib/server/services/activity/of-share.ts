import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';
import { itemsOf, type Row } from './items';

type Asked = { shareId: string; page: number; pageSize: number };

/**
 * What happened to a share, newest first. Its owner sees the beginnings of addresses and whom it was mailed to, members
 * of its alias don't. @throws share.notFound for somebody else's share and a missing one alike
 */
export async function activityOf(ctx: UserContext, { shareId, page, pageSize }: Asked) {
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
  const rows = await rowsOf(ctx, shareId, { skip: (page - 1) * pageSize, take: pageSize + 1 });
  const items = await itemsOf(ctx, rows.slice(0, pageSize), share);
  return { items, hasMore: rows.length > pageSize, downloads: share.publication?.downloads ?? 0 };
}

/**
 * Visits, what was taken without one, what was done, and the link's end, if nothing has been done since. Of each no more
 * than the page may need, by ShareEvent_shareId_at_id_idx, Visit_shareId_startedAt_idx and Download_byLink_idx.
 */
function rowsOf({ db, now }: UserContext, shareId: string, { skip, take }: { skip: number; take: number }) {
  const upTo = skip + take;
  return db.$queryRaw<Row[]>`
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

import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import {
  fileColumns,
  type SelectedFile,
  type SelectedRow,
  type Selection,
  selected,
} from '@/lib/server/services/file/selection';
import { inboxOf } from './inbox';

/** Files of many deliveries, and which those are. */
export type Deliveries = { selection: Selection; shareIds: string[] };

type Row = SelectedRow & { shareId: string; at: Date; number: number; sender: string | null };

/**
 * All complete files that came through an alias, in folders by sender and date.
 * Indexes: Share_aliasId_createdAt_id, File_shareId_path_name_id. @throws alias.notFound, zip.off, zip.tooLarge
 */
export async function filesOfInbox(ctx: UserContext, aliasId: string): Promise<Deliveries> {
  const { name } = await inboxOf(ctx, aliasId);
  const rows = await queryDirect<Row>(
    ctx.db,
    Prisma.sql`
      SELECT ${fileColumns}, s."id" AS "shareId", s."createdAt" AS "at", coalesce(d."number", 0) AS "number",
        coalesce(nullif(d."name", ''), nullif(d."email", ''), nullif(d."reference", '')) AS "sender"
      FROM "Share" s JOIN "File" f ON f."shareId" = s."id" LEFT JOIN "Delivery" d ON d."shareId" = s."id"
      WHERE s."aliasId" = ${aliasId} AND f."state" = 'complete' AND ${isManagedBy(ctx.viewer)}
      ORDER BY s."createdAt", s."id", f."path", f."name", f."id"`,
  );
  const files = selected(ctx, rows).map((file, nth) => inFolder(file, rows[nth]));
  return { selection: { name, files }, shareIds: [...new Set(rows.map(({ shareId }) => shareId))] };
}

/** `Ada Lovelace/2026-11-26 #12/plans/a.pdf`; the date is UTC's. */
function inFolder(file: SelectedFile, row: Row | undefined): SelectedFile {
  if (!row) return file;
  const { sender, at, number, shareId } = row;
  const day = `${at.toISOString().slice(0, 10)} ${number > 0 ? `#${number}` : shareId.slice(0, 6)}`;
  const folders = [sender?.replace(/[/\\]/g, '_'), day, file.path];
  const { id, name, sizeBytes, crc32, modifiedAtMs } = file;
  return { id, path: folders.filter(Boolean).join('/'), name, sizeBytes, crc32, modifiedAtMs };
}

/** Who takes them all has opened each: its sender can't take it back any more, and it is new no longer. */
export async function noteTaken(
  ctx: UserContext,
  { aliasId, shareIds }: { aliasId: string; shareIds: string[] },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE "Delivery" SET "seenAt" = ${ctx.now} WHERE "seenAt" IS NULL AND "shareId" = ANY (${shareIds})`;
    await tx.$executeRaw`
      DELETE FROM "Unread" WHERE "accountId" = ${ctx.viewer.id} AND "shareId" = ANY (${shareIds})`;
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    const details = { deliveries: shareIds.length };
    await audit(ctx, { event: 'download.zip', object, details }, tx);
  });
}

import 'server-only';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { canLeave } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { isReadableBy } from '@/lib/server/services/access/share';
import {
  fileColumns,
  type InboxFiles,
  type SelectedFile,
  type SelectedRow,
  toSelectedFiles,
} from '@/lib/server/services/file/selection';
import { findInbox } from './search';

type InboxFileRow = SelectedRow & { shareId: string; at: Date; number: number; sender: string | null };

/**
 * Selects all complete files of an alias that aren't sealed, in folders by sender and date. Indexes: Share_aliasId_createdAt_id,
 * File_shareId_path_name_id. @throws alias.notFound, zip.off, zip.tooLarge
 */
export async function selectInboxFiles(ctx: UserContext, aliasId: string): Promise<InboxFiles> {
  const { name } = await findInbox(ctx, aliasId);
  const rows = await queryDirect<InboxFileRow>(
    ctx.db,
    Prisma.sql`
      SELECT ${fileColumns}, s."id" AS "shareId", s."createdAt" AS "at", coalesce(d."number", 0) AS "number",
        coalesce(nullif(d."name", ''), nullif(d."email", ''), nullif(d."reference", '')) AS "sender"
      FROM "Share" s JOIN "File" f ON f."shareId" = s."id" LEFT JOIN "Delivery" d ON d."shareId" = s."id"
      WHERE s."aliasId" = ${aliasId} AND ${canLeave} AND s."e2ee" IS NULL AND ${isReadableBy(ctx.viewer)}
      ORDER BY s."createdAt", s."id", f."path", f."name", f."id"`,
  );
  const files = toSelectedFiles(ctx, rows).map((file, nth) => withInboxFolder(file, rows[nth]));
  return { selection: { name, files }, shareIds: [...new Set(rows.map(({ shareId }) => shareId))] };
}

/** Returns paths such as `Ada Lovelace/2026-11-26 #12/plans/a.pdf`, with the date in UTC. */
function withInboxFolder(file: SelectedFile, row: InboxFileRow | undefined): SelectedFile {
  if (!row) return file;
  const { sender, at, number, shareId } = row;
  const day = `${at.toISOString().slice(0, 10)} ${number > 0 ? `#${number}` : shareId.slice(0, 6)}`;
  const folders = [sender?.replace(/[/\\]/g, '_'), day, file.path];
  const { id, name, sizeBytes, crc32, modifiedAtMs } = file;
  return { id, path: folders.filter(Boolean).join('/'), name, sizeBytes, crc32, modifiedAtMs };
}

/** Marks the deliveries as opened: senders can't withdraw them, and they are read for the viewer. */
export async function recordInboxDownload(
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
    await record(ctx, { event: 'download.zip', object, details, payload: null }, tx);
  });
}

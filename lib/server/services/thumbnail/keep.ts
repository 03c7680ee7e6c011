import 'server-only';
import type { Context } from '@/lib/server/context';
import { newFileId } from '@/lib/server/ids';
import type { ThumbnailPair } from '@/lib/server/thumbnails/decode';

/** Must exceed the time that storing two pictures takes. */
const storingMs = 3_600_000;

/**
 * Stores the pictures, or records a failure after `made` tries. Removals inserted first clean up after a crash,
 * a deleted file or another node; the row's insert cancels them.
 */
export async function storeThumbnails(
  ctx: Context,
  fileId: string,
  made: ThumbnailPair | number,
): Promise<void> {
  if (typeof made === 'number') return saveThumbnailRow(ctx, { fileId, tries: made });
  const { db, storage } = ctx;
  const [smallId, largeId] = [newFileId(), newFileId()];
  const since = new Date(Date.now() + storingMs);
  await db.removal.createMany({ data: [smallId, largeId].map((id) => ({ fileId: id, since })) });
  await storage.storeWhole(smallId, [made.small]);
  await storage.storeWhole(largeId, [made.large]);
  const { length: smallBytes } = made.small;
  const { length: largeBytes } = made.large;
  await saveThumbnailRow(ctx, {
    fileId,
    tries: 0,
    small: { id: smallId, smallBytes },
    large: { id: largeId, largeBytes },
  });
}

type ThumbnailRow = {
  fileId: string;
  tries: number;
  small?: { id: string; smallBytes: number };
  large?: { id: string; largeBytes: number };
};

/** Keeps an existing row unless it is of another storage or a failed try. */
async function saveThumbnailRow(
  { db, config }: Context,
  { fileId, tries, small, large }: ThumbnailRow,
): Promise<void> {
  await db.$executeRaw`
    WITH kept AS (
      INSERT INTO "Thumbnail" AS t ("fileId", "smallId", "smallBytes", "largeId", "largeBytes", "keptIn", "tries", "madeAt")
      SELECT f."id", ${small?.id ?? null}, ${small?.smallBytes ?? null}::int, ${large?.id ?? null},
        ${large?.largeBytes ?? null}::int, ${config.STORAGE}, ${tries}, now()
      FROM "File" f WHERE f."id" = ${fileId}
      ON CONFLICT ("fileId") DO UPDATE SET "smallId" = excluded."smallId", "smallBytes" = excluded."smallBytes",
        "largeId" = excluded."largeId", "largeBytes" = excluded."largeBytes", "keptIn" = excluded."keptIn",
        "tries" = excluded."tries", "madeAt" = excluded."madeAt"
      WHERE t."smallId" IS NULL OR t."keptIn" <> excluded."keptIn"
      RETURNING 1)
    DELETE FROM "Removal" WHERE "fileId" IN (${small?.id ?? ''}, ${large?.id ?? ''}) AND EXISTS (SELECT FROM kept)`;
}

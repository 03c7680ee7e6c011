import 'server-only';
import { oneLine, shortened } from '@/lib/domain/pasted/plain-text';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { canLeave } from '@/lib/server/db/file-rows';
import { FairTurns } from '@/lib/server/fair-turns';
import type { MailPicture } from '@/lib/server/mail/mailer';
import { readThumbnail, type Thumbnail } from '@/lib/server/services/thumbnail/read';
import { drawForMail } from '@/lib/server/thumbnails/decode';

const maxPictures = 3;
/** Looked through for thumbnails: a share may have 100,000 files without one. */
const maxFiles = 200;

type PictureRow = Thumbnail & { name: string };

type PicturedShare = { id: string; coverId: string | null };

/**
 * Returns up to three thumbnails that are stored already, that of the chosen cover first. The caller must be sure that
 * the link is open to anyone.
 */
export async function picturesOf(
  ctx: Context,
  { id: shareId, coverId }: PicturedShare,
): Promise<MailPicture[]> {
  const { db, config } = ctx;
  if (!config.THUMBNAILS) return [];
  const rows = await db.$queryRaw<PictureRow[]>`
    SELECT t."largeId" AS "id", t."largeBytes" AS "sizeBytes", f."name" FROM (
      (SELECT f."id", f."path", f."name", 0 AS "turn" FROM "File" f
      WHERE f."id" = ${coverId} AND f."shareId" = ${shareId} AND ${canLeave})
      UNION ALL
      (SELECT f."id", f."path", f."name", 1 FROM "File" f
      WHERE f."shareId" = ${shareId} AND f."id" <> ${coverId ?? ''} AND ${canLeave}
      ORDER BY f."path", f."name", f."id" LIMIT ${maxFiles})) f
    JOIN "Thumbnail" t ON t."fileId" = f."id" AND t."keptIn" = ${config.STORAGE} AND t."largeId" IS NOT NULL
    ORDER BY f."turn", f."path", f."name", f."id" LIMIT ${maxPictures}`;
  const pictures = await Promise.all(rows.map((row, at) => pictureOf(ctx, row, { at, count: rows.length })));
  return pictures.filter((picture) => picture !== null);
}

/** Between the edges of the card, with gaps of 8 pixels. */
const rowPixels = 536;

async function pictureOf(
  ctx: Context,
  row: PictureRow,
  { at, count }: { at: number; count: number },
): Promise<MailPicture | null> {
  const content = await drawOnce(ctx, row);
  const width = Math.floor((rowPixels - 8 * (count - 1)) / count);
  return (
    content && {
      cid: `picture-${at + 1}@${new URL(ctx.config.BASE_URL).hostname}`,
      contentType: 'image/jpeg',
      content,
      alt: shortened(oneLine(row.name), 60),
      width,
      height: Math.floor((width * 2) / 3),
    }
  );
}

/** By thumbnail, because the mails to all recipients of a share have the same ones. */
const drawn = new BoundedMap<string, Promise<Buffer | null>>(60);
const turns = new FairTurns({ running: 1, waiting: 100 });

function drawOnce(ctx: Context, thumbnail: Thumbnail): Promise<Buffer | null> {
  const known = drawn.get(thumbnail.id);
  if (known) return known;
  const bytes = () => readThumbnail(ctx, thumbnail, { start: 0, end: thumbnail.sizeBytes - 1 });
  const jpeg = turns
    .run('', () => drawForMail('photo', bytes()))
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a mail has one picture less');
      return null;
    })
    .then((drawing) => {
      if (!drawing) drawn.delete(thumbnail.id); // the machine may have been overloaded
      return drawing;
    });
  drawn.set(thumbnail.id, jpeg);
  return jpeg;
}

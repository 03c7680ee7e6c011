import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import type { Part } from './bucket';

export type StoredPart = Part & { sizeBytes: number };
export type StoredTail = { position: number; sizeBytes: number; key: string };

/** What is known of a file that is not whole yet. */
export type Entry = { uploadId: string | null; partBytes: number; parts: StoredPart[]; tails: StoredTail[] };

/** An entry in the hands of the writer that opened it last. */
export type Opened = { fileId: string; writer: number; uploadId: string | null; partBytes: number };

type Row = { writer: number; uploadId: string | null; partBytes: bigint };

export type Book = ReturnType<typeof bookIn>;

/**
 * The storage's rows: which parts and tails a bucket has. A bucket's own list of parts would be one call more for
 * each request, and says nothing about tails. Whoever opens an entry shuts out the writer before: a request that was
 * given up elsewhere but still runs can't note anything any more.
 */
export function bookIn(db: PrismaClient) {
  const checkCurrent = (noted: number): void => {
    if (noted === 0) throw new AppError('upload.wrongOffset');
  };

  return {
    /** Makes the entry where there is none. */
    begin: async (fileId: string, partBytes: number): Promise<Opened> => {
      const [row] = await db.$queryRaw<Row[]>`
        INSERT INTO "BucketUpload" ("fileId", "partBytes") VALUES (${fileId}, ${partBytes})
        ON CONFLICT ("fileId") DO UPDATE SET "writer" = "BucketUpload"."writer" + 1, "partBytes" = ${partBytes}
        RETURNING "writer", "uploadId", "partBytes"`;
      if (!row) throw new Error('An upsert returned nothing.');
      return { ...row, fileId, partBytes };
    },

    /** Null where nothing is known. */
    reopen: async (fileId: string): Promise<Opened | null> => {
      const [row] = await db.$queryRaw<Row[]>`
        UPDATE "BucketUpload" SET "writer" = "writer" + 1 WHERE "fileId" = ${fileId}
        RETURNING "writer", "uploadId", "partBytes"`;
      return row ? { ...row, fileId, partBytes: Number(row.partBytes) } : null;
    },

    read: async (fileId: string): Promise<Entry | null> => {
      const row = await db.bucketUpload.findUnique({
        where: { fileId },
        include: { parts: { orderBy: { number: 'asc' } }, tails: { orderBy: { position: 'asc' } } },
      });
      if (!row) return null;
      return {
        uploadId: row.uploadId,
        partBytes: Number(row.partBytes),
        parts: row.parts.map(({ sizeBytes, ...part }) => ({ ...part, sizeBytes: Number(sizeBytes) })),
        tails: row.tails.map(({ position, sizeBytes, key }) => ({
          position: Number(position),
          sizeBytes: Number(sizeBytes),
          key,
        })),
      };
    },

    noteUpload: async ({ fileId, writer }: Opened, uploadId: string): Promise<void> => {
      const { count } = await db.bucketUpload.updateMany({
        where: { fileId, writer, uploadId: null },
        data: { uploadId },
      });
      checkCurrent(count);
    },

    notePart: async ({ fileId, writer }: Opened, { number, etag, sizeBytes }: StoredPart): Promise<void> =>
      checkCurrent(
        await db.$executeRaw`
          INSERT INTO "BucketPart" ("fileId", "number", "sizeBytes", "etag")
          SELECT "fileId", ${number}, ${sizeBytes}, ${etag} FROM "BucketUpload"
          WHERE "fileId" = ${fileId} AND "writer" = ${writer} FOR SHARE
          ON CONFLICT ("fileId", "number") DO UPDATE SET "sizeBytes" = ${sizeBytes}, "etag" = ${etag}`,
      ),

    noteTail: async ({ fileId, writer }: Opened, { position, sizeBytes, key }: StoredTail): Promise<void> =>
      checkCurrent(
        await db.$executeRaw`
          INSERT INTO "BucketTail" ("fileId", "position", "sizeBytes", "key")
          SELECT "fileId", ${position}, ${sizeBytes}, ${key} FROM "BucketUpload"
          WHERE "fileId" = ${fileId} AND "writer" = ${writer} FOR SHARE
          ON CONFLICT ("fileId", "position") DO UPDATE SET "sizeBytes" = ${sizeBytes}, "key" = ${key}`,
      ),

    forgetTail: async (fileId: string, key: string): Promise<void> => {
      await db.bucketTail.deleteMany({ where: { fileId, key } });
    },

    forget: async (fileId: string): Promise<void> => {
      await db.bucketUpload.deleteMany({ where: { fileId } });
    },

    /** Which of these uploads and tails somebody still counts on. */
    known: async (fileIds: string[]) => {
      const where = { fileId: { in: fileIds } };
      const [uploads, tails] = await Promise.all([
        db.bucketUpload.findMany({ where, select: { uploadId: true } }),
        db.bucketTail.findMany({ where, select: { key: true } }),
      ]);
      return {
        uploadIds: new Set(uploads.map(({ uploadId }) => uploadId)),
        tailKeys: new Set(tails.map(({ key }) => key)),
      };
    },
  };
}

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import type { Part } from './bucket';

export type StoredPart = Part & { sizeBytes: number };
export type StoredTail = { position: number; sizeBytes: number; key: string };

/** What is known of a file that is not whole yet. */
export type StoredUpload = {
  uploadId: string | null;
  partBytes: number;
  parts: StoredPart[];
  tails: StoredTail[];
};

/** The row of an upload, and the number of the writer that opened it last: only that one may add to it. */
export type OpenedUpload = { fileId: string; writer: number; uploadId: string | null; partBytes: number };

type Row = { writer: number; uploadId: string | null; partBytes: bigint };

/**
 * Which parts and tails a bucket has of incoming files: rows of BucketUpload, BucketPart and BucketTail. A bucket's own
 * list of parts would be one call more for each request, and says nothing about tails. Opening an upload shuts out
 * the writer before: a request that was given up elsewhere but still runs can't add anything any more.
 */
export class BucketRows {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  /** Opens an upload for a new writer; makes its row where there is none. */
  async begin(fileId: string, partBytes: number): Promise<OpenedUpload> {
    const [row] = await this.#db.$queryRaw<Row[]>`
      INSERT INTO "BucketUpload" ("fileId", "partBytes") VALUES (${fileId}, ${partBytes})
      ON CONFLICT ("fileId") DO UPDATE SET "writer" = "BucketUpload"."writer" + 1, "partBytes" = ${partBytes}
      RETURNING "writer", "uploadId", "partBytes"`;
    if (!row) throw new Error('An upsert returned nothing.');
    return { ...row, fileId, partBytes };
  }

  /** The same for one that is there; null where nothing is known. */
  async reopen(fileId: string): Promise<OpenedUpload | null> {
    const [row] = await this.#db.$queryRaw<Row[]>`
      UPDATE "BucketUpload" SET "writer" = "writer" + 1 WHERE "fileId" = ${fileId}
      RETURNING "writer", "uploadId", "partBytes"`;
    return row ? { ...row, fileId, partBytes: Number(row.partBytes) } : null;
  }

  async read(fileId: string): Promise<StoredUpload | null> {
    const row = await this.#db.bucketUpload.findUnique({
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
  }

  /** @throws upload.wrongOffset when another writer has opened it since, as do the two below */
  async addUploadId({ fileId, writer }: OpenedUpload, uploadId: string): Promise<void> {
    const { count } = await this.#db.bucketUpload.updateMany({
      where: { fileId, writer, uploadId: null },
      data: { uploadId },
    });
    checkCurrent(count);
  }

  async addPart({ fileId, writer }: OpenedUpload, { number, etag, sizeBytes }: StoredPart): Promise<void> {
    checkCurrent(
      await this.#db.$executeRaw`
        INSERT INTO "BucketPart" ("fileId", "number", "sizeBytes", "etag")
        SELECT "fileId", ${number}, ${sizeBytes}, ${etag} FROM "BucketUpload"
        WHERE "fileId" = ${fileId} AND "writer" = ${writer} FOR SHARE
        ON CONFLICT ("fileId", "number") DO UPDATE SET "sizeBytes" = ${sizeBytes}, "etag" = ${etag}`,
    );
  }

  async addTail({ fileId, writer }: OpenedUpload, { position, sizeBytes, key }: StoredTail): Promise<void> {
    checkCurrent(
      await this.#db.$executeRaw`
        INSERT INTO "BucketTail" ("fileId", "position", "sizeBytes", "key")
        SELECT "fileId", ${position}, ${sizeBytes}, ${key} FROM "BucketUpload"
        WHERE "fileId" = ${fileId} AND "writer" = ${writer} FOR SHARE
        ON CONFLICT ("fileId", "position") DO UPDATE SET "sizeBytes" = ${sizeBytes}, "key" = ${key}`,
    );
  }

  async removeTail(fileId: string, key: string): Promise<void> {
    await this.#db.bucketTail.deleteMany({ where: { fileId, key } });
  }

  async remove(fileId: string): Promise<void> {
    await this.#db.bucketUpload.deleteMany({ where: { fileId } });
  }

  /** Which uploads and tails of these files are still needed. */
  async known(fileIds: string[]) {
    const where = { fileId: { in: fileIds } };
    const [uploads, tails] = await Promise.all([
      this.#db.bucketUpload.findMany({ where, select: { uploadId: true } }),
      this.#db.bucketTail.findMany({ where, select: { key: true } }),
    ]);
    return {
      uploadIds: new Set(uploads.map(({ uploadId }) => uploadId)),
      tailKeys: new Set(tails.map(({ key }) => key)),
    };
  }
}

function checkCurrent(changedRows: number): void {
  if (changedRows === 0) throw new AppError('upload.wrongOffset');
}

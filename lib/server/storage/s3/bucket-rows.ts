import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import type { UploadedPart } from './part-store';

export type StoredBucketPart = UploadedPart & { sizeBytes: number };
type StoredTail = { position: number; sizeBytes: number; key: string };

export type StoredUpload = {
  uploadId: string | null;
  partBytes: number;
  isDirect: boolean;
  parts: StoredBucketPart[];
  tails: StoredTail[];
};

/** Only the writer that opened the upload last may change it. */
export type OpenedUpload = { fileId: string; writer: number; uploadId: string | null; partBytes: number };

/** `givenUp` is a multipart upload whose bytes came another way. */
export type BegunUpload = OpenedUpload & { givenUp: string | null };

type BucketUploadRow = { writer: number; uploadId: string | null; partBytes: bigint };

/**
 * The parts and tails of incoming files in a bucket. Saves one listing call per request, and the bucket doesn't list
 * tails. Opening an upload fences off its previous writer.
 */
export class BucketRows {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  /** The upload of parts that came another way is forgotten here: see `beginUpload`. */
  async begin(fileId: string, partBytes: number, isDirect: boolean): Promise<BegunUpload> {
    const [row] = await this.#db.$queryRaw<(BucketUploadRow & Pick<BegunUpload, 'givenUp'>)[]>`
      WITH before AS (SELECT "uploadId" FROM "BucketUpload" WHERE "fileId" = ${fileId} AND "isDirect" <> ${isDirect})
      INSERT INTO "BucketUpload" ("fileId", "partBytes", "isDirect") VALUES (${fileId}, ${partBytes}, ${isDirect})
      ON CONFLICT ("fileId") DO UPDATE SET "writer" = "BucketUpload"."writer" + 1, "partBytes" = ${partBytes},
        "uploadId" = CASE WHEN "BucketUpload"."isDirect" = ${isDirect} THEN "BucketUpload"."uploadId" END,
        "isDirect" = ${isDirect}
      RETURNING "writer", "uploadId", "partBytes", (SELECT "uploadId" FROM before) AS "givenUp"`;
    if (!row) throw new Error('An upsert returned nothing.');
    return { ...row, fileId, partBytes };
  }

  /** Opens an existing upload for a new writer. Returns null when there is none. */
  async reopen(fileId: string): Promise<OpenedUpload | null> {
    const [row] = await this.#db.$queryRaw<BucketUploadRow[]>`
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
      isDirect: row.isDirect,
      parts: row.parts.map(({ sizeBytes, ...part }) => ({ ...part, sizeBytes: Number(sizeBytes) })),
      tails: row.tails.map(({ position, sizeBytes, key }) => ({
        position: Number(position),
        sizeBytes: Number(sizeBytes),
        key,
      })),
    };
  }

  /** @throws upload.wrongOffset when another writer has opened it since, like `addPart` and `addTail` */
  async addUploadId({ fileId, writer }: OpenedUpload, uploadId: string): Promise<void> {
    const { count } = await this.#db.bucketUpload.updateMany({
      where: { fileId, writer, uploadId: null },
      data: { uploadId },
    });
    checkCurrent(count);
  }

  async addPart(
    { fileId, writer }: OpenedUpload,
    { number, etag, sizeBytes }: StoredBucketPart,
  ): Promise<void> {
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

  /** @returns the sums of the parts that a client may put into the bucket itself, by their numbers */
  async signedParts(fileId: string): Promise<Map<number, string>> {
    const rows = await this.#db.signedPart.findMany({ where: { fileId } });
    return new Map(rows.map(({ number, sha256 }) => [number, sha256]));
  }

  /** Forgets what has come of a file, so that it begins anew. @returns the multipart upload that is given up */
  async beginAnew(fileId: string): Promise<string | null> {
    const where = { fileId };
    const [before] = await this.#db.$transaction([
      this.#db.bucketUpload.findUnique({ where, select: { uploadId: true } }),
      this.#db.bucketUpload.updateMany({ where, data: { uploadId: null } }),
      this.#db.signedPart.deleteMany({ where }),
      this.#db.bucketPart.deleteMany({ where }),
      this.#db.bucketTail.deleteMany({ where }),
    ]);
    return before?.uploadId ?? null;
  }

  async addSigned(fileId: string, parts: { number: number; sha256: string }[]): Promise<void> {
    const data = parts.map((part) => ({ ...part, fileId }));
    await this.#db.signedPart.createMany({ data, skipDuplicates: true });
  }

  async forgetSigned(fileId: string): Promise<void> {
    await this.#db.signedPart.deleteMany({ where: { fileId } });
  }

  async remove(fileId: string): Promise<void> {
    await this.#db.bucketUpload.deleteMany({ where: { fileId } });
  }

  async knownIds(fileIds: string[]) {
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

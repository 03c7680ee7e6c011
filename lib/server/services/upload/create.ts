import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { batchedQuery, queryDirect } from '@/lib/server/db/direct';
import { takesSealed } from '@/lib/server/db/file-rows';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { recordedOfEach, rowToRecord } from '@/lib/server/journal/record';
import { checkAlias } from '@/lib/server/limits/alias';
import { checkFile, deliveryQuota, deliveryQuotaRefusal } from '@/lib/server/services/delivery/form-rules';
import {
  fitsQuota,
  hasQuotaLimit,
  lockShareAndQuota,
  type QuotaDemand,
  runInQuotaTurn,
} from '@/lib/server/services/quota/quota-sql';
import { quotaRefusal } from '@/lib/server/services/quota/usage';
import { firstScan, scanScope } from '@/lib/server/services/scan/scope';
import {
  checkTakesFiles,
  checkUploadable,
  type Destination,
  destinationBatchKey,
  isNotBlocked,
} from './access';
import { refuseRepeated } from './creation-key';
import { expiryOf, type Lease, leaseEnd } from './lease';
import { applicableRules, isSealedFile } from './sealed-file';

/**
 * Creates an upload. Its declared size counts at once, under the locks of share and quota, so concurrent
 * uploads stay within limits. Equal names coexist.
 * @param asked.isCounted its alias' limits have it already
 * @returns whether the share takes sealed files alone
 * @throws RepeatedCreation, request.invalid for the key, share.notFound, share.blocked, upload.notSealed, alias.sealedOnly, upload.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias;
 * through a form also errors of `checkFile`, delivery.tooLarge, delivery.tooManyFiles
 */
export async function createUpload(
  ctx: Context,
  { isCounted = false, ...asked }: Omit<UploadCreation, 'ctx'> & { isCounted?: boolean },
): Promise<{ isSealed: boolean }> {
  const { id, destination, file, creationKey = null } = asked;
  const { shareId } = destination;
  if (ctx.alias) {
    const isSealed = await checkTakesFiles(ctx, destination); // before counting, so that strangers can't use up the alias' limits
    checkFile(applicableRules(ctx.alias.form, isSealed), file);
    if (creationKey) await refuseRepeated(ctx.db, { destination, creationKey, file });
    if (!isCounted) await checkAlias(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
  }
  const creation = { ctx, ...asked };
  const batchKey = `${destinationBatchKey(destination)}${asked.stored ? ' stored' : ''}`;
  const result = await createTogether(ctx.db, batchKey, creation);
  const { isThere, ids, isSealed } = result.isLimited ? await createLimited([creation]) : result;
  if (!isThere) {
    await checkUploadable(ctx.db, destination);
    throw new AppError('share.notFound');
  }
  if (ids.includes(id)) return { isSealed };
  if (creationKey) await refuseRepeated(ctx.db, { destination, creationKey, file });
  if (isSealed && !isSealedFile(file)) throw new AppError('upload.notSealed');
  throw await limitRefusal(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
}

const missingShare: CreationResult = { isThere: false, ids: [], isLimited: false, isSealed: false };

/** Reads the usage only after the quota's lock is taken. */
async function createLimited(creations: Creations): Promise<CreationResult> {
  const [{ ctx, destination }] = creations;
  const room = fitsQuota(ctx.config, destination.shareId, needOf(creations));
  const [, [result]] = await runInQuotaTurn(destination.shareId, () =>
    ctx.db.$transaction([
      ctx.db.$executeRaw(lockShareAndQuota(ctx.config, destination.shareId)),
      ctx.db.$queryRaw<CreationResult[]>(createUploads(creations, room)),
    ]),
  );
  return result ?? missingShare;
}

async function createUnlimited(db: PrismaClient, creations: Creations): Promise<CreationResult> {
  const statement = createUploads(creations, Prisma.sql`NOT share."isLimited"`);
  return (await queryDirect<CreationResult>(db, statement))[0] ?? missingShare;
}

const needOf = (creations: Pick<UploadCreation, 'file'>[]): QuotaDemand => ({
  bytes: creations.reduce((sum, { file }) => sum + file.sizeBytes, 0),
  files: creations.length,
});

export type StoredCreation = Omit<UploadCreation, 'ctx' | 'lease'> & { stored: StoredContent };

/**
 * Creates files whose bytes are stored, in one statement; what doesn't fit together goes one by one, in order. Their kinds
 * have been checked.
 * @returns for each file null, or what `createUpload` throws for it
 */
export async function createStored(ctx: Context, files: StoredCreation[]): Promise<(unknown | null)[]> {
  const [first, ...others] = files.map((file) => ({ ctx, ...file }));
  if (!first) return [];
  const creations: Creations = [first, ...others];
  const isCounted = await isTakenTogether(ctx, creations);
  const together = isCounted ? await createUnlimited(ctx.db, creations) : missingShare;
  const { ids } = together.isLimited ? await createLimited(creations) : together;
  const created = new Set(ids);
  const failures: (unknown | null)[] = [];
  for (const file of files)
    failures.push(created.has(file.id) ? null : await failureOf(createUpload(ctx, { ...file, isCounted })));
  return failures;
}

/** Counts for the limits of an alias all of them or none. */
async function isTakenTogether(ctx: Context, creations: Creations): Promise<boolean> {
  const failure = await failureOf(checkAlias(ctx, creations[0].destination.shareId, needOf(creations)));
  if (failure && !(failure instanceof AppError)) throw failure;
  return failure === null;
}

const failureOf = (work: Promise<unknown>): Promise<unknown | null> =>
  work.then(
    () => null,
    (error) => error,
  );

/** Creates uploads of one share together, or one by one if they exceed a limit together. */
const createTogether = batchedQuery<UploadCreation, CreationResult>(async (db, creations) => {
  const result = await createUnlimited(db, creations);
  if (result.isThere && result.ids.length === 0 && !result.isLimited && creations.length > 1)
    throw new Error('too much together');
  return creations.map(() => result);
});

/** Returns the error for the limit that an upload exceeds. */
export async function limitRefusal(ctx: Context, shareId: string, need: QuotaDemand): Promise<AppError> {
  const select = { ownerId: true, fileCount: true, sizeBytes: true };
  const share = await ctx.db.share.findUnique({ where: { id: shareId }, select });
  if (!share) return new AppError('share.notFound');
  const form = ctx.alias?.form;
  const left = deliveryQuota(form, { files: share.fileCount, bytes: Number(share.sizeBytes) });
  if (left.files < need.files) return deliveryQuotaRefusal(form, 'files');
  if (left.bytes < need.bytes) return deliveryQuotaRefusal(form, 'bytes');
  const refusal = await quotaRefusal(ctx, share.ownerId, need);
  return refusal ?? new AppError('upload.tooLarge', { size: { bytes: ctx.config.MAX_SIZE } });
}

export type NewFile = {
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  isLengthDeferred?: boolean;
  isPartial?: boolean;
  /** Modification time as the client reports it; forms don't. */
  modifiedAt?: Date | null;
};

type UploadCreation = {
  ctx: Context;
  id: string;
  destination: Destination;
  file: NewFile;
  lease?: Lease | null;
  /** Hash of the secret by which a visitor may remove the file from an album. */
  addedBy?: string | null;
  creationKey?: string | null;
  /** Of a file that is whole from the start. Its bytes wait for a `Removal`, which the row cancels. */
  stored?: StoredContent | null;
};

type StoredContent = { crc32: string; sha256: string | null };
type Creations = [UploadCreation, ...UploadCreation[]];

/** `ids` of the created: all, or those whose key has not made a file before. */
type CreationResult = { isThere: boolean; ids: string[]; isLimited: boolean; isSealed: boolean };

/** Files up to this size are stored in one write if they arrive in one request. */
export const smallBytes = 256 * 1024;

/**
 * Skips waiting for stable storage when the bytes are saved soon after. A database crash may lose such an
 * upload of the last half second; its client then gets a not-found error.
 */
const unsynced = Prisma.sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Creates uploads in one statement, to hold the share's lock briefly.
 * @param creations for the same destination, all stored or none; all or none are created, but for those whose key has
 * made a file
 * @param quotaCondition condition of the owner's quota
 */
function createUploads(creations: Creations, quotaCondition: Prisma.Sql): Prisma.Sql {
  const [{ ctx, destination, stored }] = creations;
  const { shareId, allowed } = destination;
  const most = deliveryQuota(ctx.alias?.form, { files: 0, bytes: 0 });
  const maxBytes = Math.min(ctx.config.MAX_SIZE, most.bytes);
  const fits = Number.isFinite(most.files)
    ? Prisma.sql`AND share."fileCount" + (SELECT count(*) FROM asked) <= ${most.files}::bigint`
    : Prisma.empty;
  const areSealed = creations.every(({ file }) => isSealedFile(file));
  const areSavedSoon = !stored && creations.every(({ lease, file }) => lease || file.sizeBytes <= smallBytes);
  const { columns, values, condition, parts } = stored ? storedParts(creations) : begunParts;
  return Prisma.sql`
    WITH asked AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(creations.map(rowOf))}::json) AS a ("id" text, "path" text,
        "name" text, "sizeBytes" bigint, "mimeType" text, "modifiedAt" timestamptz, "now" timestamptz, "expiresAt" timestamptz, "node" text,
        "fence" bigint, "addedBy" text, "creationKey" text, "isLengthDeferred" boolean, "isPartial" boolean, "audit" json, "crc32" text, "sha256" text)),
    share AS (
      SELECT s."id", s."sizeBytes", s."fileCount", ${hasQuotaLimit(ctx.config)} AS "isLimited",
        ${takesSealed} AS "isSealed"
      FROM "Share" s JOIN "Account" a ON a."id" = s."ownerId" WHERE s."id" = ${shareId} AND ${allowed} AND ${isNotBlocked} FOR NO KEY UPDATE OF s),
    created AS (
      INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "modifiedAt", "createdAt", "addedBy", "creationKey" ${columns})
      SELECT a."id", f."shareId", a."path", a."name", a."sizeBytes", a."mimeType", a."modifiedAt", a."now", a."addedBy", a."creationKey" ${values}
      FROM share CROSS JOIN LATERAL (SELECT share."id" AS "shareId") f, asked a
      WHERE (SELECT sum("sizeBytes") FROM asked) <= ${maxBytes} - share."sizeBytes" ${fits} AND ${quotaCondition}
        AND (${areSealed}::boolean OR NOT share."isSealed") ${condition}
      ON CONFLICT ("shareId", "creationKey") WHERE "creationKey" IS NOT NULL DO NOTHING
      RETURNING "id", "shareId"),
    ${parts},
    noted AS (${recordedOfEach(Prisma.sql`told`)})
    SELECT EXISTS (SELECT 1 FROM share) AS "isThere", ARRAY(SELECT "id" FROM created) AS "ids",
      coalesce((SELECT "isLimited" FROM share), false) AS "isLimited",
      coalesce((SELECT "isSealed" FROM share), false) AS "isSealed", ${areSavedSoon ? unsynced : null} AS "synced"`;
}

type CreationParts = Record<'columns' | 'values' | 'condition' | 'parts', Prisma.Sql>;

/** Each has a row of its upload, and an event. */
const begunParts: CreationParts = {
  columns: Prisma.empty,
  values: Prisma.empty,
  condition: Prisma.empty,
  parts: Prisma.sql`
    upload AS (
      INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence", "isLengthDeferred", "isPartial")
      SELECT b."id", a."expiresAt", a."now", a."node", CASE WHEN a."node" IS NOT NULL THEN ${leaseEnd} END,
        coalesce(a."fence", 0), coalesce(a."isLengthDeferred", false), coalesce(a."isPartial", false)
      FROM created b JOIN asked a ON a."id" = b."id"
      RETURNING "fileId"),
    told AS (SELECT b."shareId", a."audit" FROM created b JOIN asked a ON a."id" = b."id")`,
};

/** All have one event. */
function storedParts(creations: Creations): CreationParts {
  const [{ ctx, destination }] = creations;
  const { bytes: sizeBytes, files } = needOf(creations);
  const object = { type: 'share', id: destination.shareId } as const;
  const event = rowToRecord(ctx, { event: 'upload.complete', object, details: { files, sizeBytes } });
  return {
    columns: Prisma.sql`, "state", "storedBytes", "crc32", "sha256", "completedAt", "scan"`,
    values: Prisma.sql`, 'complete', a."sizeBytes", a."crc32", a."sha256", a."now",
      ${firstScan(Prisma.sql`${scanScope(ctx.config)}::text`)}`,
    // Bytes whose time is over may be on their way out.
    condition: Prisma.sql`AND EXISTS (SELECT FROM "Removal" r WHERE r."fileId" = a."id" AND r."since" > now())`,
    parts: Prisma.sql`
    kept AS (DELETE FROM "Removal" r USING created b WHERE r."fileId" = b."id"),
    told AS (SELECT share."id" AS "shareId", ${JSON.stringify(event)}::json AS "audit" FROM share
      WHERE EXISTS (SELECT FROM created))`,
  };
}

function rowOf({ ctx, id, file, lease, addedBy, creationKey, stored }: UploadCreation) {
  const object = { type: 'file', id } as const;
  const details = { sizeBytes: file.sizeBytes };
  return {
    ...file,
    ...stored,
    id,
    now: ctx.now,
    expiresAt: expiryOf(ctx),
    node: lease?.node,
    fence: lease?.fence.toString(),
    addedBy,
    creationKey,
    ...(!stored && { audit: rowToRecord(ctx, { event: 'upload.start', object, details }) }),
  };
}

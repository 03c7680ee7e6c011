import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import { idempotencyHeader } from '@/lib/contract/http/names';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { type Destination, isFileIn } from './access';
import { type StateRow, stateColumns, type UploadState, uploadStateOf } from './lease';

/** 128 bits of a digest: who reads the database can't repeat a creation. */
export const fileCreationKey = (key: string, number = 0): string =>
  createHash('sha256').update(`${number} ${key}`).digest('base64url').slice(0, 22);

/** The same key means the same share only for the same account, or through the same alias. */
export const shareCreationKey = ({ viewer, alias }: Context, key: string | null): string | null =>
  key && fileCreationKey(`${viewer ? `account ${viewer.id}` : `alias ${alias?.id}`} ${key}`);

/** A creation whose key has made the upload already: its answer was lost, so the client asks again. */
export class RepeatedCreation extends Error {
  readonly upload: UploadState;

  constructor(upload: UploadState) {
    super('created before');
    this.upload = upload;
  }
}

export const keyUsed = () => new AppError('request.invalid', { field: idempotencyHeader, reason: 'keyUsed' });

type KeyedPart = { path: string; name: string; sizeBytes: number };

type KeyedFile = {
  destination: Destination;
  creationKey: string;
  file: KeyedPart & { isLengthDeferred?: boolean };
};

/** @throws RepeatedCreation, request.invalid when the key has made another file */
export async function refuseRepeated(
  db: PrismaClient,
  { destination, creationKey, file }: KeyedFile,
): Promise<void> {
  const [row] = await queryDirect<StateRow>(
    db,
    Prisma.sql`
    SELECT ${stateColumns} FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."shareId" = ${destination.shareId} AND f."creationKey" = ${creationKey} AND ${isFileIn(destination)}`,
  );
  if (row) throw repeatedAs(uploadStateOf(row), file);
}

/** @returns RepeatedCreation, or request.invalid when the key has made another file */
export function repeatedAs(upload: UploadState, file: KeyedFile['file']): RepeatedCreation | AppError {
  const isSameSize = file.isLengthDeferred || upload.sizeBytes === file.sizeBytes;
  const isSame = isSameSize && upload.name === file.name && upload.path === file.path;
  return isSame ? new RepeatedCreation(upload) : keyUsed();
}

/** Finds the files that these keys have made, by key. */
export async function findRepeated(
  db: PrismaClient,
  destination: Destination,
  keys: string[],
): Promise<Map<string, UploadState>> {
  const rows = await queryDirect<StateRow & { creationKey: string }>(
    db,
    Prisma.sql`
    SELECT ${stateColumns}, f."creationKey" FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."shareId" = ${destination.shareId} AND f."creationKey" = ANY (${keys}::text[])
      AND f."creationKey" IS NOT NULL AND ${isFileIn(destination)}`,
  );
  return new Map(rows.map((row) => [row.creationKey, uploadStateOf(row)]));
}

type KeyedShare = {
  creationKey?: string | null;
  name?: string | null;
  description?: string | null;
  e2ee: string | null;
  manifest?: NewSealedKey;
};

/** Of a sealed share: its key, sealed for an inbox. */
export type NewSealedKey = { create: { sealedKey: Uint8Array<ArrayBuffer> | null } };

/**
 * Finds the share that a form or call with the same key has made. Whoever seals with another key would send what nobody can
 * open there.
 * @param files of the form; null for a call, whose files follow
 * @throws request.invalid when it is like another one
 */
export async function findRepeatedShare(
  db: Prisma.TransactionClient,
  { creationKey, name = null, description = null, e2ee, manifest }: KeyedShare,
  files: KeyedPart[] | null,
): Promise<{ id: string } | null> {
  if (!creationKey) return null;
  const include = { manifest: { select: { sealedKey: true } } };
  const row = await db.share.findUnique({ where: { creationKey }, include });
  if (!row) return null;
  if (row.name !== name || row.description !== description || row.e2ee !== e2ee) throw keyUsed();
  if (!isEqual(row.manifest?.sealedKey, manifest?.create.sealedKey)) throw keyUsed();
  if (files) checkSame(files, await db.file.findMany({ where: { shareId: row.id } }));
  return { id: row.id };
}

const isEqual = (one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean =>
  Buffer.compare(one ?? new Uint8Array(), other ?? new Uint8Array()) === 0;

/** @throws request.invalid when the keys have made other files */
export async function areRepeated(
  db: Prisma.TransactionClient,
  shareId: string,
  files: (KeyedPart & { creationKey: string | null })[],
): Promise<boolean> {
  const keys = files.flatMap(({ creationKey }) => creationKey ?? []);
  const there = await db.file.findMany({ where: { shareId, creationKey: { in: keys } } });
  if (there.length > 0) checkSame(files, there);
  return there.length > 0;
}

type FileRow = Omit<KeyedPart, 'sizeBytes'> & { sizeBytes: bigint };

function checkSame(files: KeyedPart[], there: FileRow[]): void {
  const said = ({ path, name, sizeBytes }: KeyedPart | FileRow) =>
    JSON.stringify([path, name, Number(sizeBytes)]);
  if (files.map(said).sort().join() !== there.map(said).sort().join()) throw keyUsed();
}

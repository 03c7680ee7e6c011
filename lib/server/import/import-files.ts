import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';
import { newFileId } from '@/lib/server/file-id';
import { insertArrived, noteArrived } from '@/lib/server/services/file/arrived';
import { checkFile, copyFile, type Sums, Unfit } from './copy-file';
import { type Importing, note } from './importing';
import { nameOf } from './names';
import type { SourceFile } from './source';

/** A file whose bytes are here; in a dry run, one whose bytes would be. */
export type Arrived = { id: string; file: SourceFile; sums: Sums | null };

/** Brings the bytes of files, and says why the others stay behind. */
export async function bringFiles(importing: Importing, files: SourceFile[]): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  for (const file of files) {
    const one = await bring(importing, file);
    if (one) arrived.push(one);
  }
  return arrived;
}

/** Null for what can't come; the report says why. */
async function bring(
  { ctx, report, isDryRun, isPlan }: Importing,
  file: SourceFile,
): Promise<Arrived | null> {
  const { oldId, name } = file;
  try {
    if (isDryRun) {
      if (!isPlan && (file.md5 || file.sha256)) await checkFile(file);
      return { id: '', file, sums: null };
    }
    const wish = oldId.split('++').at(-1) ?? '';
    const isFree =
      /^[A-Za-z0-9_-]{8,80}$/.test(wish) && (await ctx.db.file.count({ where: { id: wish } })) === 0;
    const id = isFree ? wish : newFileId();
    return { id, file, sums: await copyFile(ctx, id, file) };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    report.add({ kind: 'file', oldId, name, reason: error.reason, text: error.message });
    return null;
  }
}

type Share = { shareId: string; linkId: string | null; arrived: Arrived[] };

/** The rows of files whose bytes are here, together with what a later run has to know of them. */
export async function insertFiles(
  importing: Importing,
  tx: Prisma.TransactionClient,
  { shareId, linkId, arrived }: Share,
): Promise<void> {
  await insertArrived(
    tx,
    arrived.map((one) => ({ ...rowOf(one), shareId })),
  );
  await note(
    importing,
    tx,
    arrived.map(({ id, file }) => ({ kind: 'file', oldId: file.oldId, newId: id, linkId })),
  );
}

/** Once the rows of all of them are there, or would be. */
export function noteBrought({ ctx, report, isDryRun }: Importing, arrived: Arrived[]): void {
  report.brought.files += arrived.length;
  report.brought.bytes += arrived.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  if (!isDryRun) noteArrived(ctx, arrived.map(rowOf));
}

const rowOf = ({ id, file, sums }: Arrived) => ({
  id,
  ...nameOf(file),
  sha256: sums?.sha256 ?? null,
  crc32: sums?.crc32 ?? null,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
});

import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';
import { newFileId } from '@/lib/server/ids';
import { handleArrived, insertArrived } from '@/lib/server/services/file/arrived';
import { type Checksums, checkFile, copyFile, UnusableFile } from './copy-file';
import { type ImportRun, recordImported } from './import-run';
import { nameOf } from './names';
import type { SourceFile } from './source';

export type ImportedFile = { id: string; file: SourceFile; checksums: Checksums | null };

export async function importFiles(run: ImportRun, files: SourceFile[]): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = [];
  for (const file of files) {
    const one = await importFile(run, file);
    if (one) imported.push(one);
  }
  return imported;
}

async function importFile(
  { ctx, report, isDryRun, isPlan }: ImportRun,
  file: SourceFile,
): Promise<ImportedFile | null> {
  const { oldId, name } = file;
  try {
    if (isDryRun) {
      if (!isPlan && (file.md5 || file.sha256)) await checkFile(file);
      return { id: '', file, checksums: null };
    }
    const oldPart = oldId.split('++').at(-1) ?? '';
    const isFree =
      /^[A-Za-z0-9_-]{8,80}$/.test(oldPart) && (await ctx.db.file.count({ where: { id: oldPart } })) === 0;
    const id = isFree ? oldPart : newFileId();
    return { id, file, checksums: await copyFile(ctx, id, file) };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    report.add({ kind: 'file', oldId, name, reason: error.reason, text: error.message });
    return null;
  }
}

type ShareFiles = { shareId: string; linkId: string | null; imported: ImportedFile[] };

export async function insertFiles(
  run: ImportRun,
  tx: Prisma.TransactionClient,
  { shareId, linkId, imported }: ShareFiles,
): Promise<void> {
  await insertArrived(
    tx,
    imported.map((one) => ({ ...rowOf(one), shareId })),
  );
  await recordImported(
    run,
    tx,
    imported.map(({ id, file }) => ({ kind: 'file', oldId: file.oldId, newId: id, linkId })),
  );
}

export function reportImportedFiles({ ctx, report, isDryRun }: ImportRun, imported: ImportedFile[]): void {
  report.imported.files += imported.length;
  report.imported.bytes += imported.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  if (!isDryRun) handleArrived(ctx, imported.map(rowOf));
}

const rowOf = ({ id, file, checksums }: ImportedFile) => ({
  id,
  ...nameOf(file),
  sha256: checksums?.sha256 ?? null,
  crc32: checksums?.crc32 ?? null,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
});

import 'server-only';
import type { Imported, Prisma } from '@/lib/server/db/generated/client';
import { newFileId } from '@/lib/server/ids';
import { handleArrived, insertArrived } from '@/lib/server/services/file/arrived';
import { type Checksums, checkFile, copyFile, UnusableFile } from './copy-file';
import { type ImportRun, recordImported, shareMark } from './import-run';
import { nameOf } from './names';
import type { SourceFile, SourceShare } from './source';

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
    run.ctx,
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

/** Imports files that earlier runs had to skip into a share that is here. Files deleted here stay deleted. */
export async function importLateFiles(run: ImportRun, share: SourceShare, before: Imported): Promise<void> {
  const { ctx, report, isDryRun } = run;
  const late = await selectNewFiles(run, share.files);
  report.earlier.files += share.files.length - late.length;
  if (late.length === 0) return;
  const here = await ctx.db.share.findUnique({ where: { id: before.newId } });
  if (!here) return;
  if ((share.password && here.passwordHash === null) || share.maxViews < here.maxViews) {
    const text = 'its share opens more easily here than there';
    for (const { oldId, name } of late)
      report.add({ kind: 'file', oldId, name, reason: 'changedHere', text });
    return;
  }
  const imported = await importFiles(run, late);
  if (!isDryRun) await ctx.db.$transaction((tx) => insertLateFiles(run, tx, { before, imported }));
  reportImportedFiles(run, imported);
}

async function insertLateFiles(
  run: ImportRun,
  tx: Prisma.TransactionClient,
  { before, imported }: { before: Imported; imported: ImportedFile[] },
): Promise<void> {
  const { newId: shareId, linkId } = before;
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
  const isChanged = (await shareMark(tx, shareId)) !== before.mark;
  await insertFiles(run, tx, { shareId, linkId, imported });
  if (!isChanged) await updateMark(tx, before);
}

async function selectNewFiles({ ctx, product }: ImportRun, files: SourceFile[]): Promise<SourceFile[]> {
  const ids = files.map(({ oldId }) => oldId);
  const known = await ctx.db.$queryRaw<{ oldId: string }[]>`
    SELECT "oldId" FROM "Imported"
    WHERE "product" = ${product} AND "kind" = 'file' AND "oldId" = ANY (${ids}::text[])`;
  const isKnown = new Set(known.map(({ oldId }) => oldId));
  return files.filter(({ oldId }) => !isKnown.has(oldId));
}

async function updateMark(tx: Prisma.TransactionClient, { product, kind, oldId, newId }: Imported) {
  const mark = await shareMark(tx, newId);
  await tx.imported.update({ where: { product_kind_oldId: { product, kind, oldId } }, data: { mark } });
}

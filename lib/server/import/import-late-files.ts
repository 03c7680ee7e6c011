import 'server-only';
import type { Imported, Prisma } from '@/lib/server/db/generated/client';
import { type ImportedFile, importFiles, insertFiles, reportImportedFiles } from './import-files';
import type { ImportRun } from './import-run';
import { shareMark } from './marks';
import type { SourceFile, SourceShare } from './source';

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

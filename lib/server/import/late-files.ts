import 'server-only';
import type { Imported, Prisma } from '@/lib/server/db/generated/client';
import { type Arrived, bringFiles, insertFiles, noteBrought } from './import-files';
import type { Importing } from './importing';
import { shareMark } from './marks';
import type { SourceFile, SourceShare } from './source';

/**
 * Brings files of a share that is here already and that no earlier run could bring. What did come and was deleted here
 * stays deleted.
 */
export async function importLateFiles(
  importing: Importing,
  share: SourceShare,
  before: Imported,
): Promise<void> {
  const { ctx, report, isDryRun } = importing;
  const late = await newFiles(importing, share.files);
  report.known.files += share.files.length - late.length;
  if (late.length === 0) return;
  const here = await ctx.db.share.findUnique({ where: { id: before.newId } });
  if (!here) return;
  if ((share.password && here.passwordHash === null) || share.maxViews < here.maxViews) {
    const text = 'its share opens more easily here than there';
    for (const { oldId, name } of late)
      report.add({ kind: 'file', oldId, name, reason: 'changedHere', text });
    return;
  }
  const arrived = await bringFiles(importing, late);
  if (!isDryRun) await ctx.db.$transaction((tx) => add(importing, tx, { before, arrived }));
  noteBrought(importing, arrived);
}

async function add(
  importing: Importing,
  tx: Prisma.TransactionClient,
  { before, arrived }: { before: Imported; arrived: Arrived[] },
): Promise<void> {
  const { newId: shareId, linkId } = before;
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
  const isChanged = (await shareMark(tx, shareId)) !== before.mark;
  await insertFiles(importing, tx, { shareId, linkId, arrived });
  if (!isChanged) await markAnew(tx, before);
}

/** In the order of the source. */
async function newFiles({ ctx, product }: Importing, files: SourceFile[]): Promise<SourceFile[]> {
  const ids = files.map(({ oldId }) => oldId);
  const known = await ctx.db.$queryRaw<{ oldId: string }[]>`
    SELECT "oldId" FROM "Imported"
    WHERE "product" = ${product} AND "kind" = 'file' AND "oldId" = ANY (${ids}::text[])`;
  const isKnown = new Set(known.map(({ oldId }) => oldId));
  return files.filter(({ oldId }) => !isKnown.has(oldId));
}

async function markAnew(tx: Prisma.TransactionClient, { product, kind, oldId, newId }: Imported) {
  const mark = await shareMark(tx, newId);
  await tx.imported.update({ where: { product_kind_oldId: { product, kind, oldId } }, data: { mark } });
}

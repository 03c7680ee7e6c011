import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Imported } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { endPayload } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { emptyShares } from '@/lib/server/services/file/remove';
import { accountMark, aliasMark, mergedMark, shareMark, type Tx } from './import-run';
import { Report } from './report';
import type { ItemKind, Product } from './source';

type UndoRun = {
  ctx: Context;
  report: Report;
  isDryRun: boolean;
  removedUses: Map<string, number>;
};
type UndoKind = Exclude<ItemKind, 'file' | 'invitation'>;

const pageSize = 200;

/**
 * Removes imported data, except what was changed or used here since. Can be interrupted and repeated, and allows a
 * new import.
 */
export async function undoImport(ctx: Context, product: Product, isDryRun: boolean): Promise<Report> {
  const run: UndoRun = {
    ctx,
    isDryRun,
    report: new Report(product, isDryRun, 'undo'),
    removedUses: new Map(),
  };
  // Shares first: an inbox is kept while it has a share, and an account while it owns anything.
  for (const kind of ['share', 'alias', 'account'] as const) await undoAll(run, kind);
  if (isDryRun) return run.report;
  await ctx.db.$executeRaw`
    DELETE FROM "Invite" USING "Imported" i
    WHERE i."product" = ${product} AND i."kind" = 'invitation' AND i."newId" = "Invite"."id"`;
  await ctx.db.imported.deleteMany({ where: { product, kind: 'invitation' } });
  await ctx.db.$executeRaw`
    DELETE FROM "Imported" i WHERE i."product" = ${product} AND i."kind" = 'file'
    AND NOT EXISTS (SELECT FROM "File" f WHERE f."id" = i."newId")`;
  const { imported, skipped } = run.report;
  const details = { product, undone: true, ...imported, left: skipped.length };
  await record(ctx, { event: 'system.import', details });
  return run.report;
}

async function undoAll(run: UndoRun, kind: UndoKind): Promise<void> {
  const { ctx, report } = run;
  for (let after = ''; ; ) {
    const page = await ctx.db.imported.findMany({
      where: { product: report.product, kind, oldId: { gt: after } },
      orderBy: { oldId: 'asc' },
      take: pageSize,
    });
    for (const one of page) await ctx.db.$transaction((tx) => undo(run, tx, kind, one), longTransaction);
    const last = page.at(-1);
    if (!last) return;
    after = last.oldId;
  }
}

async function undo(run: UndoRun, tx: Tx, kind: UndoKind, one: Imported): Promise<void> {
  const { product, oldId, newId } = one;
  const { report, isDryRun } = run;
  await lockRow[kind](tx, newId);
  // A merged account existed before the import.
  const mark = one.mark === mergedMark ? null : await marks[kind](tx, newId);
  const why =
    mark === null ? null : await reasonToKeep(run, tx, kind, { ...one, isChanged: mark !== one.mark });
  if (why) return report.add({ kind, oldId, reason: 'changedHere', text: `${why}, so it stays` });
  if (mark !== null) await countRemoved(run, tx, kind, newId);
  if (isDryRun) return;
  if (mark !== null) await remove[kind](run.ctx, tx, newId);
  await tx.imported.delete({ where: { product_kind_oldId: { product, kind, oldId } } });
}

async function reasonToKeep(
  { isDryRun, removedUses }: UndoRun,
  tx: Tx,
  kind: UndoKind,
  { newId, isChanged }: { newId: string; isChanged: boolean },
): Promise<string | null> {
  if (isChanged) return 'it was changed here';
  if (kind === 'account' && (await hasNewPassword(tx, newId))) return 'its password was changed here';
  const used = (await countUses[kind](tx, newId)) - (isDryRun ? (removedUses.get(newId) ?? 0) : 0);
  if (used === 0) return null;
  return kind === 'alias' ? 'shares came through it' : 'it owns shares or inboxes, or is a member of one';
}

/** Checks the audit log, because the first sign-in replaces the imported hash. */
const hasNewPassword = async (tx: Tx, id: string): Promise<boolean> => {
  const where = { objectId: id, event: { in: ['settings.password', 'account.password'] }, outcome: 'ok' };
  return (await tx.auditEvent.count({ where })) > 0;
};

const marks = { share: shareMark, alias: aliasMark, account: accountMark };

const lockRow = {
  share: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${id} FOR UPDATE`,
  alias: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${id} FOR UPDATE`,
  account: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${id} FOR UPDATE`,
};

const countUses = {
  share: async () => 0,
  alias: (tx: Tx, id: string) => tx.share.count({ where: { aliasId: id } }),
  account: async (tx: Tx, id: string) =>
    (await tx.share.count({ where: { ownerId: id } })) +
    (await tx.alias.count({ where: { ownerId: id } })) +
    (await tx.aliasMember.count({ where: { accountId: id } })),
};

const remove = {
  share: async (ctx: Context, tx: Tx, id: string) => {
    const link = await tx.publication.findUnique({ where: { shareId: id } });
    await emptyShares(tx, [id]);
    const payload = endPayload(ctx, link, 'deleted');
    await record(ctx, { event: 'share.undoImport', shareId: id, payload }, tx);
    await tx.share.delete({ where: { id } });
    // Frees the link for the next import, like an alias' address.
    if (link) await tx.usedLinkId.deleteMany({ where: { key: link.linkId.toLowerCase() } });
  },
  alias: async (_: Context, tx: Tx, id: string) => {
    await tx.alias.delete({ where: { id } });
    await tx.usedAliasId.deleteMany({ where: { key: id.toLowerCase() } });
  },
  account: (_: Context, tx: Tx, id: string) => tx.account.delete({ where: { id } }),
};

async function countRemoved(
  { report: { imported }, removedUses }: UndoRun,
  tx: Tx,
  kind: UndoKind,
  id: string,
): Promise<void> {
  const addGone = (from: string | null) => from && removedUses.set(from, (removedUses.get(from) ?? 0) + 1);
  if (kind === 'account') imported.accounts++;
  else if (kind === 'alias') {
    const { ownerId, members } = await tx.alias.findUniqueOrThrow({
      where: { id },
      include: { members: true },
    });
    imported.aliases++;
    for (const one of [ownerId, ...members.map(({ accountId }) => accountId)]) addGone(one);
  } else {
    const { fileCount, sizeBytes, ownerId, aliasId } = await tx.share.findUniqueOrThrow({ where: { id } });
    imported.shares++;
    imported.files += fileCount;
    imported.bytes += Number(sizeBytes);
    addGone(ownerId);
    addGone(aliasId);
  }
}

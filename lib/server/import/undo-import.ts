import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import type { Imported, Prisma } from '@/lib/server/db/generated/client';
import { manySteps } from '@/lib/server/db/in-steps';
import { emptyShares } from '@/lib/server/services/file/empty';
import { accountMark, aliasMark, merged, shareMark } from './marks';
import { Report } from './report';
import type { Kind, Product } from './source';

type Undoing = {
  ctx: Context;
  report: Report;
  isDryRun: boolean;
  /** How much of what an account or an inbox has would be gone by now, in a dry run. */
  gone: Map<string, number>;
};
type Tx = Prisma.TransactionClient;
/** What is looked at one by one. */
type Undone = Exclude<Kind, 'file' | 'invitation'>;

/** How many are looked up at once. */
const pageSize = 200;

/**
 * Removes what imports from a product have brought, but for what was changed here since or what others now depend on. It
 * may be broken off and started again, and the product imported anew afterwards.
 */
export async function undoImport(ctx: Context, product: Product, isDryRun: boolean): Promise<Report> {
  const undoing: Undoing = {
    ctx,
    isDryRun,
    report: new Report(product, isDryRun, 'undo'),
    gone: new Map(),
  };
  // Shares first: an inbox stays while one of its shares does, and an account while it owns anything.
  for (const kind of ['share', 'alias', 'account'] as const) await undoAll(undoing, kind);
  if (isDryRun) return undoing.report;
  await ctx.db.$executeRaw`
    DELETE FROM "Invite" USING "Imported" i
    WHERE i."product" = ${product} AND i."kind" = 'invitation' AND i."newId" = "Invite"."id"`;
  await ctx.db.imported.deleteMany({ where: { product, kind: 'invitation' } });
  await ctx.db.$executeRaw`
    DELETE FROM "Imported" i WHERE i."product" = ${product} AND i."kind" = 'file'
    AND NOT EXISTS (SELECT FROM "File" f WHERE f."id" = i."newId")`;
  const { brought, left } = undoing.report;
  const details = { product, undone: true, ...brought, left: left.length };
  await audit(ctx, { event: 'system.import', details });
  return undoing.report;
}

/** By the table's own key, page after page. */
async function undoAll(undoing: Undoing, kind: Undone): Promise<void> {
  const { ctx, report } = undoing;
  for (let after = ''; ; ) {
    const page = await ctx.db.imported.findMany({
      where: { product: report.product, kind, oldId: { gt: after } },
      orderBy: { oldId: 'asc' },
      take: pageSize,
    });
    for (const one of page) await ctx.db.$transaction((tx) => undo(undoing, tx, kind, one), manySteps);
    const last = page.at(-1);
    if (!last) return;
    after = last.oldId;
  }
}

async function undo(undoing: Undoing, tx: Tx, kind: Undone, one: Imported): Promise<void> {
  const { product, oldId, newId } = one;
  const { report, isDryRun } = undoing;
  await lock[kind](tx, newId);
  // An account that was here before is nothing that came.
  const mark = one.mark === merged ? null : await marks[kind](tx, newId);
  const why =
    mark === null ? null : await whyKept(undoing, tx, kind, { ...one, isChanged: mark !== one.mark });
  if (why) return report.add({ kind, oldId, reason: 'changedHere', text: `${why}, so it stays` });
  if (mark !== null) await count(undoing, tx, kind, newId);
  if (isDryRun) return;
  if (mark !== null) await removals[kind](tx, newId);
  await tx.imported.delete({ where: { product_kind_oldId: { product, kind, oldId } } });
}

type Asked = { newId: string; isChanged: boolean };

async function whyKept(
  { isDryRun, gone }: Undoing,
  tx: Tx,
  kind: Undone,
  { newId, isChanged }: Asked,
): Promise<string | null> {
  if (isChanged) return 'it was changed here';
  if (kind === 'account' && (await hasNewPassword(tx, newId))) return 'its password was changed here';
  const used = (await uses[kind](tx, newId)) - (isDryRun ? (gone.get(newId) ?? 0) : 0);
  if (used === 0) return null;
  return kind === 'alias' ? 'shares came through it' : 'it owns shares or inboxes, or is a member of one';
}

/** The hash itself says nothing: ours takes the place of the one that came with the first sign-in. */
const hasNewPassword = async (tx: Tx, id: string): Promise<boolean> => {
  const where = { objectId: id, event: { in: ['settings.password', 'account.password'] }, outcome: 'ok' };
  return (await tx.auditEvent.count({ where })) > 0;
};

const marks = { share: shareMark, alias: aliasMark, account: accountMark };

/** Nobody changes it between the look and the removal. */
const lock = {
  share: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${id} FOR UPDATE`,
  alias: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${id} FOR UPDATE`,
  account: (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${id} FOR UPDATE`,
};

/** How much would go along, if it went. */
const uses = {
  share: async () => 0,
  alias: (tx: Tx, id: string) => tx.share.count({ where: { aliasId: id } }),
  account: async (tx: Tx, id: string) =>
    (await tx.share.count({ where: { ownerId: id } })) +
    (await tx.alias.count({ where: { ownerId: id } })) +
    (await tx.aliasMember.count({ where: { accountId: id } })),
};

const removals = {
  share: async (tx: Tx, id: string) => {
    const link = await tx.publication.findUnique({ where: { shareId: id }, select: { linkId: true } });
    await emptyShares(tx, [id]);
    await tx.share.delete({ where: { id } });
    // Its link is free again, or the next import could not use it; so is an alias' address.
    if (link) await tx.usedLinkId.deleteMany({ where: { key: link.linkId.toLowerCase() } });
  },
  alias: async (tx: Tx, id: string) => {
    await tx.alias.delete({ where: { id } });
    await tx.usedAliasId.deleteMany({ where: { key: id.toLowerCase() } });
  },
  account: (tx: Tx, id: string) => tx.account.delete({ where: { id } }),
};

async function count(
  { report: { brought }, gone }: Undoing,
  tx: Tx,
  kind: Undone,
  id: string,
): Promise<void> {
  const goes = (from: string | null) => from && gone.set(from, (gone.get(from) ?? 0) + 1);
  if (kind === 'account') brought.accounts++;
  else if (kind === 'alias') {
    const { ownerId, members } = await tx.alias.findUniqueOrThrow({
      where: { id },
      include: { members: true },
    });
    brought.aliases++;
    for (const one of [ownerId, ...members.map(({ accountId }) => accountId)]) goes(one);
  } else {
    const { fileCount, sizeBytes, ownerId, aliasId } = await tx.share.findUniqueOrThrow({ where: { id } });
    brought.shares++;
    brought.files += fileCount;
    brought.bytes += Number(sizeBytes);
    goes(ownerId);
    goes(aliasId);
  }
}

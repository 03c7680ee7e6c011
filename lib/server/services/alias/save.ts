import 'server-only';
import type { AliasChange } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import { isDuplicateKey } from '@/lib/server/db/errors';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { countChosenId } from '@/lib/server/limits/attempt';
import { checkDemoRoom, demoLimits } from '@/lib/server/limits/demo';
import { registeredFeatures } from '@/lib/server/registered-features';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { mergedChange } from '@/lib/server/services/changed';
import { checkValidity } from '@/lib/server/services/share/rules';
import { moveShares } from './move-shares';
import { aliasDetail, detailInclude } from './search';

/** @throws alias.idTaken, share.validityTooLong, limit.attempts, request.invalid naming `members` */
export async function createAlias(ctx: UserContext, alias: AliasChange): Promise<{ id: string }> {
  const id = alias.id ?? ctx.newId();
  if (alias.id) await countChosenId(ctx);
  return saveAlias(ctx, alias, { id, event: 'alias.create' }, async (tx) => {
    if (alias.id) await checkNoTwin(tx, ctx.viewer, { id });
    await checkDemoRoom(ctx, demoLimits.alias, () => tx.alias.count());
    await tx.alias.create({
      data: { id, ownerId: ctx.viewer.id, ...aliasColumns(alias), createdAt: ctx.now },
    });
    return alias;
  });
}

/**
 * A new id takes shares and members along; links with the old id stop working.
 * @param was the values the caller has read
 * @throws alias.notFound, alias.notOwner, alias.idTaken, share.validityTooLong, limit.attempts, request.changed,
 * request.invalid naming `members`
 */
export async function modifyAlias(
  ctx: UserContext,
  {
    aliasId,
    was,
    ...alias
  }: AliasChange & { aliasId: string; was?: Record<string, unknown> | null | undefined },
): Promise<{ id: string }> {
  const id = alias.id ?? aliasId;
  if (id !== aliasId) await countChosenId(ctx);
  return saveAlias(ctx, alias, { id, event: 'alias.modify' }, async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    const change = was ? mergedChange(alias, was, await currentValues(tx, aliasId)) : alias;
    if (id !== aliasId) {
      await checkNoTwin(tx, ctx.viewer, { id, from: aliasId });
      await renameAlias(tx, { from: aliasId, to: id });
    }
    await tx.alias.update({ where: { id }, data: aliasColumns(change) });
    return change;
  });
}

/**
 * An owner may use a former id again, but not beside another inbox whose id differs in case alone.
 * @throws alias.idTaken
 */
async function checkNoTwin(
  tx: Prisma.TransactionClient,
  { id: ownerId }: Viewer,
  { id, from = '' }: { id: string; from?: string },
): Promise<void> {
  const twins = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Alias"
    WHERE "ownerId" = ${ownerId} AND lower("id") = lower(${id}) AND "id" <> ${from} LIMIT 1`;
  if (twins.length > 0) throw new AppError('alias.idTaken');
}

async function currentValues(tx: Prisma.TransactionClient, id: string) {
  const row = await tx.alias.findUniqueOrThrow({ where: { id }, include: detailInclude });
  const { name, validity, enabled, members } = await aliasDetail(row);
  return { name, validity, enabled, members: members.items.map((member) => member.id) };
}

async function renameAlias(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }) {
  const alias = await tx.alias.findUniqueOrThrow({ where: { id: from } });
  await tx.alias.create({ data: { ...alias, id: to } });
  await moveShares(tx, { from, to });
  await tx.aliasMember.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.aliasForm.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.inboxSeal.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.report.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  for (const feature of registeredFeatures()) await feature.renameAlias?.(tx, { from, to });
  await tx.alias.delete({ where: { id: from } });
}

/** @param write writes the alias' own row and returns the merged change; the members follow in its transaction */
async function saveAlias(
  ctx: UserContext,
  alias: AliasChange,
  { id, event }: { id: string; event: 'alias.create' | 'alias.modify' },
  write: (tx: Prisma.TransactionClient) => Promise<AliasChange>,
) {
  checkValidity(ctx, alias.validity);
  try {
    await ctx.db.$transaction(async (tx) => {
      const { members, enabled } = await write(tx);
      const change = await setMembers(tx, ctx.viewer, { aliasId: id, members });
      const object = { type: 'alias', id: redactedId(id) } as const;
      await record(ctx, { event, object, details: { enabled } }, tx);
      if (!change) return;
      const { logins, ...counts } = change;
      const isTold = event === 'alias.modify' && logins.length > 0;
      const facts = { title: alias.name, message: logins.join('\n') };
      const mail = isTold ? { accountId: ctx.viewer.id, facts } : null;
      await record(ctx, { event: 'alias.members', object, details: counts, mail }, tx);
    }, longTransaction);
    return { id };
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('alias.idTaken') : error;
  }
}

const aliasColumns = ({ name, validity, enabled }: AliasChange) => ({ name, validityMs: validity, enabled });

/**
 * Its shares stay with the owner; members lose access to them.
 * @throws alias.notFound, alias.notOwner
 */
export async function removeAlias(ctx: UserContext, { aliasId }: { aliasId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId, { mayBeBlocked: true });
    await moveShares(tx, { from: aliasId, to: null });
    await tx.alias.delete({ where: { id: aliasId } });
    await record(ctx, { event: 'alias.remove', object: { type: 'alias', id: redactedId(aliasId) } }, tx);
  }, longTransaction);
}

/** @throws alias.notFound, also for who is no member, alias.notOwner */
export async function removeMember(
  ctx: UserContext,
  { aliasId, accountId }: { aliasId: string; accountId: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId, { mayBeBlocked: true });
    const { count } = await tx.aliasMember.deleteMany({ where: { aliasId, accountId } });
    if (count === 0) throw new AppError('alias.notFound');
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    const details = { added: 0, removed: 1 };
    await record(ctx, { event: 'alias.members', object, details, mail: null }, tx);
  });
}

/** Sets mails about new deliveries for the caller alone, owner or member. @throws alias.notFound */
export async function setAliasNotification(
  { db, viewer }: UserContext,
  { aliasId, value: told }: { aliasId: string; value: boolean },
): Promise<void> {
  const [own, membership] = await db.$transaction([
    db.alias.updateMany({ where: { id: aliasId, ownerId: viewer.id }, data: { told } }),
    db.aliasMember.updateMany({
      where: { aliasId, accountId: viewer.id, alias: { owner: { deletingAt: null } } },
      data: { told },
    }),
  ]);
  if (own.count + membership.count === 0) throw new AppError('alias.notFound');
}

/**
 * Replaces an alias' members. The caller has checked `owner`, who is never a member.
 * @returns null when nothing changed
 * @throws request.invalid naming `members` for an unknown account
 */
async function setMembers(
  tx: Prisma.TransactionClient,
  owner: Viewer,
  { aliasId, members }: { aliasId: string; members: string[] },
): Promise<{ added: number; removed: number; logins: string[] } | null> {
  const wanted = [...new Set(members)].filter((id) => id !== owner.id);
  const before = await tx.aliasMember.findMany({ where: { aliasId }, select: { accountId: true } });
  await tx.aliasMember.deleteMany({ where: { aliasId, accountId: { notIn: wanted } } });
  const written = await tx.$executeRaw`
    INSERT INTO "AliasMember" ("aliasId", "accountId")
    SELECT ${aliasId}, "id" FROM "Account"
    WHERE "id" = ANY (${wanted}) AND "state" <> 'Pending' AND "deletingAt" IS NULL
    FOR KEY SHARE
    ON CONFLICT ("aliasId", "accountId") DO UPDATE SET "accountId" = excluded."accountId"`;
  if (written < wanted.length) {
    throw new AppError('request.invalid', { field: 'members', reason: 'unknownAccount' });
  }
  const known = new Set(before.map(({ accountId }) => accountId));
  const added = wanted.filter((id) => !known.has(id));
  const removed = known.size - (wanted.length - added.length);
  if (added.length + removed === 0) return null;
  const rows = await tx.account.findMany({ where: { id: { in: added } }, orderBy: { login: 'asc' } });
  return { added: added.length, removed, logins: rows.map(({ login }) => login) };
}

import 'server-only';
import type { AliasChange } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { isDuplicateKey } from '@/lib/server/db/errors';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { countChosenId } from '@/lib/server/limits/attempt';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { mergedChange } from '@/lib/server/services/changed';
import { checkValidity } from '@/lib/server/services/share/rules';
import { aliasDetail, detailInclude } from './alias-detail';
import { moveShares } from './move-shares';
import { setMembers } from './set-members';

/** @throws alias.idTaken, share.validityTooLong, limit.attempts, request.invalid naming `members` */
export async function createAlias(ctx: UserContext, alias: AliasChange): Promise<{ id: string }> {
  const id = alias.id ?? ctx.newId();
  if (alias.id) await countChosenId(ctx);
  return saveAlias(ctx, alias, { id, event: 'alias.create' }, async (tx) => {
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
    if (id !== aliasId) await renameAlias(tx, { from: aliasId, to: id });
    await tx.alias.update({ where: { id }, data: aliasColumns(change) });
    return change;
  });
}

async function currentValues(tx: Prisma.TransactionClient, id: string) {
  const row = await tx.alias.findUniqueOrThrow({ where: { id }, include: detailInclude });
  const { name, validity, enabled, members } = aliasDetail(row);
  return { name, validity, enabled, members: members.items.map((member) => member.id) };
}

async function renameAlias(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }) {
  const alias = await tx.alias.findUniqueOrThrow({ where: { id: from } });
  await tx.alias.create({ data: { ...alias, id: to } });
  await moveShares(tx, { from, to });
  await tx.aliasMember.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.aliasForm.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
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
      await audit(ctx, { event, object, details: { enabled } }, tx);
      if (change) await audit(ctx, { event: 'alias.members', object, details: change }, tx);
    }, longTransaction);
    return { id };
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('alias.idTaken') : error;
  }
}

const aliasColumns = ({ name, validity, enabled }: AliasChange) => ({ name, validityMs: validity, enabled });

import 'server-only';
import type { AliasChange } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { isTaken } from '@/lib/server/db/conflict';
import type { Prisma } from '@/lib/server/db/generated/client';
import { manySteps } from '@/lib/server/db/in-steps';
import { countChosenId } from '@/lib/server/limits/chosen-id';
import { checkValidity } from '@/lib/server/services/share/rules';
import { lockOwned } from './access';
import { moveShares } from './move-shares';
import { setMembers } from './set-members';

/**
 * A new alias of the caller, under the id that is wished for or a random one.
 * @throws alias.idTaken, share.validityTooLong, limit.attempts, request.invalid naming `members`
 */
export async function createAlias(ctx: UserContext, alias: AliasChange): Promise<{ id: string }> {
  const id = alias.id ?? ctx.newId();
  if (alias.id) await countChosenId(ctx);
  return save(ctx, alias, { id, event: 'alias.create' }, async (tx) => {
    await tx.alias.create({
      data: { id, ownerId: ctx.viewer.id, ...columnsOf(alias), createdAt: ctx.now },
    });
  });
}

/**
 * Changes an alias of the caller. With a new id its shares and members come along; links with the old one lead nowhere
 * from then on.
 * @throws alias.notFound, alias.notOwner, alias.idTaken, share.validityTooLong, limit.attempts, request.invalid naming
 * `members`
 */
export async function modifyAlias(
  ctx: UserContext,
  { aliasId, ...alias }: AliasChange & { aliasId: string },
): Promise<{ id: string }> {
  const id = alias.id ?? aliasId;
  if (id !== aliasId) await countChosenId(ctx);
  return save(ctx, alias, { id, event: 'alias.modify' }, async (tx) => {
    await lockOwned(tx, ctx.viewer, aliasId);
    if (id !== aliasId) await rename(tx, { from: aliasId, to: id });
    await tx.alias.update({ where: { id }, data: columnsOf(alias) });
  });
}

async function rename(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }) {
  const alias = await tx.alias.findUniqueOrThrow({ where: { id: from } });
  await tx.alias.create({ data: { ...alias, id: to } });
  await moveShares(tx, { from, to });
  await tx.aliasMember.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.aliasForm.updateMany({ where: { aliasId: from }, data: { aliasId: to } });
  await tx.alias.delete({ where: { id: from } });
}

type Saved = { id: string; event: 'alias.create' | 'alias.modify' };
type Write = (tx: Prisma.TransactionClient) => Promise<void>;

/** The members are written after the alias itself, and both or neither. */
async function save(ctx: UserContext, alias: AliasChange, { id, event }: Saved, write: Write) {
  const { validity, members, enabled } = alias;
  checkValidity(ctx, validity);
  try {
    await ctx.db.$transaction(async (tx) => {
      await write(tx);
      const change = await setMembers(tx, ctx.viewer, { aliasId: id, members });
      const object = { type: 'alias', id: redactedId(id) } as const;
      await audit(ctx, { event, object, details: { enabled } }, tx);
      if (change) await audit(ctx, { event: 'alias.members', object, details: change }, tx);
    }, manySteps);
    return { id };
  } catch (error) {
    throw isTaken(error) ? new AppError('alias.idTaken') : error;
  }
}

const columnsOf = ({ name, validity, enabled }: AliasChange) => ({ name, validityMs: validity, enabled });

import 'server-only';
import { cleanName } from '@/lib/domain/pasted/name';
import { broughtBefore, type Importing, note } from './importing';
import { aliasMark } from './marks';
import { isUsable } from './names';
import type { SourceAlias } from './source';

/** An inbox keeps the id that is in its address, unless somebody here has it. */
export async function importAlias(importing: Importing, alias: SourceAlias): Promise<void> {
  const { ctx, accounts, aliases, report, isDryRun, fallbackOwnerId } = importing;
  const { oldId, name } = alias;
  const before = await broughtBefore(importing, 'alias', oldId);
  if (before) {
    report.known.aliases++;
    if ((await ctx.db.alias.count({ where: { id: before.newId } })) === 0) return;
    aliases.set(oldId, before.newId);
    return sayNewId(importing, alias, before.newId);
  }
  const owner = accounts.get(alias.ownerId ?? '');
  if (owner === null)
    return report.add({
      kind: 'alias',
      oldId,
      name,
      reason: 'ownerRemoved',
      text: 'its account isn’t here',
    });
  const ownerId = owner ?? fallbackOwnerId;
  if (ownerId === null) throw new Error('an inbox without an owner');
  const id = (await isFree(importing, oldId)) ? oldId : ctx.newId();
  sayNewId(importing, alias, id);
  if (!isDryRun) await keep(importing, alias, { id, ownerId });
  aliases.set(oldId, id);
  report.brought.aliases++;
}

async function keep(
  importing: Importing,
  alias: SourceAlias,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const { oldId, enabled, validityMs, createdAt } = alias;
  const name = cleanName(alias.name) || oldId;
  await importing.ctx.db.$transaction(async (tx) => {
    await tx.alias.create({ data: { id, ownerId, name, enabled, validityMs, createdAt } });
    const members = (alias.memberIds ?? []).flatMap((one) => importing.accounts.get(one) ?? []);
    await tx.aliasMember.createMany({ data: members.map((accountId) => ({ aliasId: id, accountId })) });
    const mark = await aliasMark(tx, id);
    await note(importing, tx, [{ kind: 'alias', oldId, newId: id, mark }]);
  });
}

function sayNewId({ report }: Importing, { oldId, name }: SourceAlias, id: string): void {
  if (id === oldId) return;
  const why = isUsable(oldId) ? 'its ID is taken here' : 'its ID can’t be part of a link here';
  report.add({ kind: 'alias', oldId, name, text: `${why}. The new one is ${id}` });
}

const isFree = async ({ ctx }: Importing, id: string): Promise<boolean> =>
  isUsable(id) && (await ctx.db.usedAliasId.count({ where: { key: id.toLowerCase() } })) === 0;

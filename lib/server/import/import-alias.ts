import 'server-only';
import { cleanName } from '@/lib/domain/pasted/plain-text';
import { aliasMark, findImported, type ImportRun, recordImported } from './import-run';
import { isUsableId } from './names';
import type { SourceAlias } from './source';

export async function importAlias(run: ImportRun, alias: SourceAlias): Promise<void> {
  const { ctx, accounts, aliases, report, isDryRun, fallbackOwnerId } = run;
  const { oldId, name } = alias;
  const before = await findImported(run, 'alias', oldId);
  if (before) {
    report.earlier.aliases++;
    if ((await ctx.db.alias.count({ where: { id: before.newId } })) === 0) return;
    aliases.set(oldId, before.newId);
    return reportNewId(run, alias, before.newId);
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
  const id = (await isFree(run, oldId)) ? oldId : ctx.newId();
  reportNewId(run, alias, id);
  if (!isDryRun) await insertAlias(run, alias, { id, ownerId });
  aliases.set(oldId, id);
  report.imported.aliases++;
}

async function insertAlias(
  run: ImportRun,
  alias: SourceAlias,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const { oldId, enabled, validityMs, createdAt } = alias;
  const name = cleanName(alias.name) || oldId;
  await run.ctx.db.$transaction(async (tx) => {
    await tx.alias.create({ data: { id, ownerId, name, enabled, validityMs, createdAt } });
    const members = (alias.memberIds ?? []).flatMap((one) => run.accounts.get(one) ?? []);
    await tx.aliasMember.createMany({ data: members.map((accountId) => ({ aliasId: id, accountId })) });
    const mark = await aliasMark(tx, id);
    await recordImported(run, tx, [{ kind: 'alias', oldId, newId: id, mark }]);
  });
}

function reportNewId({ report }: ImportRun, { oldId, name }: SourceAlias, id: string): void {
  if (id === oldId) return;
  const why = isUsableId(oldId) ? 'its ID is taken here' : 'its ID can’t be part of a link here';
  report.add({ kind: 'alias', oldId, name, text: `${why}. The new one is ${id}` });
}

const isFree = async ({ ctx }: ImportRun, id: string): Promise<boolean> =>
  isUsableId(id) && (await ctx.db.usedAliasId.count({ where: { key: id.toLowerCase() } })) === 0;

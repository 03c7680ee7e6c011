import 'server-only';
import { isIdent, normalLogin } from '@/lib/domain/ident';
import { insertAccount } from '@/lib/server/services/account/insert';
import { broughtBefore, type Importing, note } from './importing';
import { accountMark, merged } from './marks';
import { freeLogin } from './names';
import type { SourceAccount } from './source';

/** Who is here already by the provider's word stays; others get the first of their logins that is free. */
export async function importAccount(importing: Importing, account: SourceAccount): Promise<void> {
  const { ctx, accounts, logins, report } = importing;
  const { oldId, source, subject } = account;
  const before = await broughtBefore(importing, 'account', oldId);
  if (before) {
    const isHere = (await ctx.db.account.count({ where: { id: before.newId, deletingAt: null } })) > 0;
    accounts.set(oldId, isHere ? before.newId : null);
    report.known.accounts++;
    return;
  }
  const same = subject === null ? null : await ctx.db.account.findFirst({ where: { source, subject } });
  if (same) {
    accounts.set(oldId, same.id);
    report.add({ kind: 'account', oldId, text: `is already here as ${same.login}` });
    return;
  }
  if (await merge(importing, account)) return;
  const login = await freeLogin(
    account.login,
    async (wish) => logins.has(wish) || (await ctx.db.account.count({ where: { login: wish } })) > 0,
  );
  logins.add(login);
  if (login !== account.login)
    report.add({ kind: 'account', oldId, name: account.login, text: `now signs in as ${login}` });
  if (source === 'intern' && account.passwordHash === null)
    report.add({ kind: 'account', oldId, name: login, text: 'has no password. Set one' });
  accounts.set(oldId, await keep(importing, account, login));
  report.brought.accounts++;
}

/** Joins who has the login here, unless another account of this import has: what they may do here stays as it is. */
async function merge(importing: Importing, { oldId, login: wish }: SourceAccount): Promise<boolean> {
  const { ctx, accounts, logins, merges, report, isDryRun } = importing;
  const login = normalLogin(wish);
  if (!merges || logins.has(login)) return false;
  const here = await ctx.db.account.findFirst({ where: { login, deletingAt: null }, select: { id: true } });
  if (!here || [...accounts.values()].includes(here.id)) return false;
  logins.add(login);
  accounts.set(oldId, here.id);
  const text = `joins ${login}, whose password and rights stay as they are here`;
  report.add({ kind: 'account', oldId, name: wish, text });
  if (!isDryRun) await note(importing, ctx.db, [{ kind: 'account', oldId, newId: here.id, mark: merged }]);
  return true;
}

async function keep(importing: Importing, account: SourceAccount, login: string): Promise<string> {
  const { ctx, isDryRun } = importing;
  const { oldId, ...columns } = account;
  const isFree = isIdent(oldId) && (await ctx.db.account.count({ where: { id: oldId } })) === 0;
  const id = isFree ? oldId : ctx.newId();
  if (isDryRun) return id;
  await ctx.db.$transaction(async (tx) => {
    await insertAccount(tx, { ...columns, id, login, showName: false });
    const mark = await accountMark(tx, id);
    await note(importing, tx, [{ kind: 'account', oldId, newId: id, mark }]);
  });
  return id;
}

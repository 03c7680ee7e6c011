import 'server-only';
import { insertAccount } from '@/lib/server/services/account/insert';
import { broughtBefore, type Importing, note } from './importing';
import { byClaim, freeLogin } from './names';
import type { SourceAccount } from './source';

/** All at once, because who gets which login depends on the others. */
export async function importAccounts(importing: Importing, accounts: SourceAccount[]): Promise<void> {
  const assigned = new Set<string>();
  for (const account of [...accounts].sort(byClaim)) await importAccount(importing, account, assigned);
}

async function importAccount(
  importing: Importing,
  account: SourceAccount,
  assigned: Set<string>,
): Promise<void> {
  const { ctx, accounts, report } = importing;
  const { oldId, source, subject } = account;
  const before = await broughtBefore(importing, 'account', oldId);
  if (before) {
    accounts.set(oldId, before.newId);
    report.known.accounts++;
    return;
  }
  const same = subject === null ? null : await ctx.db.account.findFirst({ where: { source, subject } });
  if (same) {
    accounts.set(oldId, same.id);
    report.add({ kind: 'account', oldId, text: `is already here as ${same.login}` });
    return;
  }
  const login = await freeLogin(
    account.login,
    async (wish) => assigned.has(wish) || (await ctx.db.account.count({ where: { login: wish } })) > 0,
  );
  assigned.add(login);
  if (login !== account.login)
    report.add({ kind: 'account', oldId, name: account.login, text: `now signs in as ${login}` });
  if (source === 'intern' && account.passwordHash === null)
    report.add({ kind: 'account', oldId, name: login, text: 'has no password. Set one' });
  accounts.set(oldId, await keep(importing, account, login));
  report.brought.accounts++;
}

async function keep(importing: Importing, account: SourceAccount, login: string): Promise<string> {
  const { ctx, isDryRun } = importing;
  const id = ctx.newId();
  if (isDryRun) return id;
  const { oldId, ...columns } = account;
  await ctx.db.$transaction(async (tx) => {
    await insertAccount(tx, { ...columns, id, login });
    await note(importing, tx, [{ kind: 'account', oldId, newId: id }]);
  });
  return id;
}

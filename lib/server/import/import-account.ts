import 'server-only';
import { isIdent, normalLogin } from '@/lib/domain/ident';
import { emailIn } from '@/lib/domain/mail/mail-address';
import { record } from '@/lib/server/journal/record';
import { insertAccount } from '@/lib/server/services/account/create';
import { accountMark, findImported, type ImportRun, mergedMark, recordImported } from './import-run';
import { freeLogin } from './names';
import type { SourceAccount } from './source';

export async function importAccount(run: ImportRun, account: SourceAccount): Promise<void> {
  const { ctx, accounts, logins, report } = run;
  const { oldId, source, subject } = account;
  const before = await findImported(run, 'account', oldId);
  if (before) {
    const here = await ctx.db.account.findFirst({ where: { id: before.newId, deletingAt: null } });
    accounts.set(oldId, here?.id ?? null);
    report.earlier.accounts++;
    if (here && before.mark === mergedMark) reportMerge(run, account);
    else if (here) reportSignInChanges(run, account, here);
    return;
  }
  const same = subject === null ? null : await ctx.db.account.findFirst({ where: { source, subject } });
  if (same) {
    accounts.set(oldId, same.id);
    report.add({ kind: 'account', oldId, text: `is already here as ${same.login}` });
    return;
  }
  if (await mergeIntoExisting(run, account)) return;
  const login = await freeLogin(
    account.login,
    async (candidate) =>
      logins.has(candidate) || (await ctx.db.account.count({ where: { login: candidate } })) > 0,
  );
  logins.add(login);
  reportSignInChanges(run, account, { ...account, login });
  accounts.set(oldId, await insertImportedAccount(run, account, login));
  report.imported.accounts++;
}

type SignIn = { login: string; passwordHash: string | null };

function reportSignInChanges(
  { report }: ImportRun,
  account: SourceAccount,
  { login, passwordHash }: SignIn,
): void {
  const { oldId, login: oldLogin, otherLogin, source, email } = account;
  const changes = [
    ...(login === oldLogin ? [] : [`now signs in as ${login}`]),
    ...(otherLogin ? [`signs in as ${login}, not as ${otherLogin}`] : []),
    ...(email && emailIn(email ?? '') === null ? ['comes without its e-mail address, which is none'] : []),
    ...(source === 'intern' && passwordHash === null ? ['has no password. Set one'] : []),
  ];
  for (const text of changes) report.add({ kind: 'account', oldId, name: oldLogin, text });
}

function reportMerge({ report }: ImportRun, { oldId, login }: SourceAccount): void {
  const text = `joins ${normalLogin(login)}, whose password and rights stay as they are here`;
  report.add({ kind: 'account', oldId, name: login, text });
}

/**
 * Merges into the account of the same login, which keeps its password and rights. Not if another account of this
 * import has been merged into it.
 */
async function mergeIntoExisting(run: ImportRun, account: SourceAccount): Promise<boolean> {
  const { ctx, accounts, logins, mergesAccounts, isDryRun } = run;
  const { oldId } = account;
  const login = normalLogin(account.login);
  if (!mergesAccounts || logins.has(login)) return false;
  const here = await ctx.db.account.findFirst({ where: { login, deletingAt: null }, select: { id: true } });
  if (!here || [...accounts.values()].includes(here.id)) return false;
  logins.add(login);
  accounts.set(oldId, here.id);
  reportMerge(run, account);
  if (!isDryRun)
    await recordImported(run, ctx.db, [{ kind: 'account', oldId, newId: here.id, mark: mergedMark }]);
  return true;
}

async function insertImportedAccount(run: ImportRun, account: SourceAccount, login: string): Promise<string> {
  const { ctx, isDryRun } = run;
  const { oldId, otherLogin: _, email, ...columns } = account;
  const isFree = isIdent(oldId) && (await ctx.db.account.count({ where: { id: oldId } })) === 0;
  const id = isFree ? oldId : ctx.newId();
  if (isDryRun) return id;
  await ctx.db.$transaction(async (tx) => {
    await insertAccount(tx, { ...columns, email: emailIn(email ?? ''), id, login, showName: false });
    await record(ctx, { event: 'account.import', payload: { account: id, login } }, tx);
    const mark = await accountMark(tx, id);
    await recordImported(run, tx, [{ kind: 'account', oldId, newId: id, mark }]);
  });
  return id;
}

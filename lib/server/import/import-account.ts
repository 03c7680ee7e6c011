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
    const here = await ctx.db.account.findFirst({ where: { id: before.newId, deletingAt: null } });
    accounts.set(oldId, here?.id ?? null);
    report.known.accounts++;
    if (here && before.mark === merged) sayJoined(importing, account);
    else if (here) sayWayIn(importing, account, here);
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
  sayWayIn(importing, account, { ...account, login });
  accounts.set(oldId, await keep(importing, account, login));
  report.brought.accounts++;
}

type WayIn = { login: string; passwordHash: string | null };

function sayWayIn({ report }: Importing, account: SourceAccount, { login, passwordHash }: WayIn): void {
  const { oldId, login: wish, otherLogin, source } = account;
  const changes = [
    ...(login === wish ? [] : [`now signs in as ${login}`]),
    ...(otherLogin ? [`signs in as ${login}, not as ${otherLogin}`] : []),
    ...(source === 'intern' && passwordHash === null ? ['has no password. Set one'] : []),
  ];
  for (const text of changes) report.add({ kind: 'account', oldId, name: wish, text });
}

function sayJoined({ report }: Importing, { oldId, login }: SourceAccount): void {
  const text = `joins ${normalLogin(login)}, whose password and rights stay as they are here`;
  report.add({ kind: 'account', oldId, name: login, text });
}

/** Joins who has the login here, unless another account of this import has: what they may do here stays as it is. */
async function merge(importing: Importing, account: SourceAccount): Promise<boolean> {
  const { ctx, accounts, logins, merges, isDryRun } = importing;
  const { oldId } = account;
  const login = normalLogin(account.login);
  if (!merges || logins.has(login)) return false;
  const here = await ctx.db.account.findFirst({ where: { login, deletingAt: null }, select: { id: true } });
  if (!here || [...accounts.values()].includes(here.id)) return false;
  logins.add(login);
  accounts.set(oldId, here.id);
  sayJoined(importing, account);
  if (!isDryRun) await note(importing, ctx.db, [{ kind: 'account', oldId, newId: here.id, mark: merged }]);
  return true;
}

async function keep(importing: Importing, account: SourceAccount, login: string): Promise<string> {
  const { ctx, isDryRun } = importing;
  const { oldId, otherLogin: _, ...columns } = account;
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

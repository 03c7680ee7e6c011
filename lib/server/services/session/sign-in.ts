import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { withEvenTime } from '@/lib/server/auth/even-time';
import { rehashImported, verifyPassword } from '@/lib/server/auth/password';
import { directorySource } from '@/lib/server/config/admission';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { mayEnter } from '@/lib/server/services/account/lock';
import { hasFactor, needsPasskey } from '@/lib/server/services/factor/state';
import { unconfirmed } from '@/lib/server/services/signup/confirm-again';
import { enterAccount } from './enter';
import { signInByDirectory } from './sign-in-by-directory';
import { secondFactorWanted } from './sign-in-second';

type Credentials = { account: string; password: string; isKept?: boolean; isProgram?: boolean };

/**
 * Checks login or address and password, and starts a session. Unknown login and wrong password look and take the same.
 * @throws auth.loginFailed, limit.attempts, and what `personInDirectory` throws; only with the right password
 * auth.accountDisabled, auth.unconfirmed, auth.secondFactor, auth.passkeyNeeded
 */
export async function signIn(ctx: Context, given: Credentials): Promise<Viewer> {
  const login = typedLogin(ctx, given.account);
  const client = clientKey(ctx.client.address);
  const viewer = await attempt(
    ctx,
    [
      { limit: 'login', of: [login, client] },
      { limit: 'loginClient', of: [client] },
    ],
    () => tryCredentials(ctx, login, given),
  );
  if (!viewer) throw new AppError('auth.loginFailed');
  ctx.log.info({ event: 'login', account: viewer.id, address: ctx.client.address }, 'signed in');
  return viewer;
}

/** Windows writes its domain in front, which neither the directory's attributes nor our logins have. */
function typedLogin({ config }: Context, account: string): string {
  const login = normalLogin(account);
  return config.LDAP_URL ? login.replace(/^[\w.-]+\\(?=.)/, '') : login;
}

async function tryCredentials(ctx: Context, login: string, given: Credentials): Promise<Viewer | null> {
  const row = login.includes('\0') ? null : await findByName(ctx, login);
  const isElsewhere = ctx.config.LDAP_URL && (row === null || row.source === directorySource);
  if (!isElsewhere) return tryOwnPassword(ctx, { login, row }, given);
  const viewer = await signInByDirectory(ctx, login, given);
  if (!viewer) await recordRefusedSignIn(ctx, { login, row, reason: 'bad_password' });
  return viewer;
}

async function tryOwnPassword(
  ctx: Context,
  { login, row }: { login: string; row: Account | null },
  { password, isKept = false, isProgram = false }: Credentials,
): Promise<Viewer | null> {
  const known = row?.source === 'intern' && !row.deletingAt ? row : null;
  const usable = known && mayEnter(known) ? known : null;
  const matches = await withEvenTime(ctx, () => verifyPassword(known?.passwordHash ?? null, password, ctx));
  const viewer = usable && matches ? await enterVerified(ctx, usable, { password, isKept, isProgram }) : null;
  if (viewer) return viewer;
  await recordRefusedSignIn(ctx, {
    login,
    row,
    reason: usable ? 'bad_password' : row ? 'not_usable' : 'unknown_account',
  });
  if (known && !usable && matches) throw await notUsable(ctx, known);
  return null;
}

const notUsable = async (ctx: Context, account: Account): Promise<AppError> =>
  account.state === 'Pending' ? unconfirmed(ctx, account) : new AppError('auth.accountDisabled');

/** @throws auth.secondFactor, auth.passkeyNeeded */
async function enterVerified(
  ctx: Context,
  account: Account,
  { password, isKept, isProgram }: { password: string; isKept: boolean; isProgram: boolean },
): Promise<Viewer | null> {
  const { id } = account;
  const passwordHash = await upgradeHash(ctx, id, { passwordHash: account.passwordHash, password });
  if (await hasFactor(ctx, id)) throw await secondFactorWanted(ctx, { id, passwordHash, isKept });
  if (await needsPasskey(ctx, account)) throw new AppError('auth.passkeyNeeded');
  return enterAccount(ctx, { account, unchanged: { passwordHash }, event: 'login', isKept, isProgram });
}

/** A proven address counts where it belongs to one account. One query for all, so that time tells nothing. */
async function findByName({ db }: Context, name: string): Promise<Account | null> {
  const ofAddress = { provenEmail: name, source: 'intern', deletingAt: null };
  const rows = await db.account.findMany({ where: { OR: [{ login: name }, ofAddress] } });
  const [proven, ...others] = rows.filter(({ email }) => email?.toLowerCase() === name);
  const byLogin = rows.find(({ login }) => login === name);
  return byLogin ?? (others.length === 0 ? (proven ?? null) : null);
}

type VerifiedPassword = { passwordHash: string | null; password: string };

/** Replaces an imported hash by one of ours, unless the password changed meanwhile. Returns the right one. */
async function upgradeHash(
  ctx: Context,
  id: string,
  { passwordHash, password }: VerifiedPassword,
): Promise<string | null> {
  const renewed = await rehashImported(passwordHash, password, ctx);
  if (renewed === null) return passwordHash;
  await ctx.db.account.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
  return renewed;
}

type RefusedSignIn = { login: string; row: { id: string } | null; reason: string };

async function recordRefusedSignIn(ctx: Context, { login, row, reason }: RefusedSignIn): Promise<void> {
  recordAuthFail(ctx, { kind: 'login', reason, account: login });
  await record(ctx, {
    event: 'login',
    outcome: 'refused',
    ...(row && { object: { type: 'account', id: row.id } }),
    details: { login, reason },
  });
}

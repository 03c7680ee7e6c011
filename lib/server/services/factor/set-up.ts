import 'server-only';
import { customAlphabet } from 'nanoid';
import { Secret } from 'otpauth';
import { AppError } from '@/lib/contract/errors';
import { formatRecoveryCode, readFactorCode } from '@/lib/domain/pasted/codes';
import { hashRecoveryCode } from '@/lib/server/auth/password';
import { endSessions, lockLiveSession } from '@/lib/server/auth/session-rows';
import { encryptSecret } from '@/lib/server/auth/stored-secret';
import { hashSecret, issueToken, openToken } from '@/lib/server/auth/tokens';
import type { Context, UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { proveOwnPassword } from '@/lib/server/services/settings/password';
import { checkOneCode, stepOf, totpOf, wrongFactorCode } from './spend-code';

const setupMs = 10 * 60_000;
const secretBytes = 20;
const recoveryCount = 10;

const newRecoveryCode = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 10);

/** Ends with the password: what was proven by an old one is worth nothing. */
export const passwordMark = (passwordHash: string | null): string => hashSecret(passwordHash ?? '');

/**
 * Makes a secret, which stays with the browser, sealed for this session, until its first code is right.
 * @throws factor.switchedOff, factor.alreadyOn, and as `proveOwnPassword`
 */
export async function beginFactor(ctx: UserContext, { password }: { password: string }) {
  const { id, login, sessionId } = ctx.viewer;
  if (ctx.config.SECOND_FACTOR === 'off') throw new AppError('factor.switchedOff');
  const { passwordHash } = await proveOwnPassword(ctx, password, 'settings.factor');
  if ((await ctx.db.secondFactor.count({ where: { accountId: id } })) > 0)
    throw new AppError('factor.alreadyOn');
  const secret = new Secret({ size: secretBytes }).base32;
  const until = new Date(ctx.now.getTime() + setupMs);
  const claims = { sid: sessionId, secret, password: passwordMark(passwordHash) };
  const setup = await issueToken('factorSetup', claims, until, ctx.now);
  return { setup, secret, uri: totpUri(ctx, secret, login) };
}

/** Names the server, so that an app tells two apart. A colon would end the name of the issuer. */
function totpUri({ config }: Context, secret: string, login: string): string {
  const named = (text: string) => text.replaceAll(':', ' ').trim();
  const { hostname } = new URL(config.BASE_URL);
  return totpOf(secret, { issuer: named(config.APP_NAME), label: named(`${login}@${hostname}`) }).toString();
}

/**
 * Turns the factor on. Other sessions may be a thief's, so they end; access tokens stay.
 * @throws factor.setupOver, factor.codeWrong, factor.alreadyOn, auth.required if the session is over, limit.attempts
 */
export async function confirmFactor(
  ctx: UserContext,
  { setup, code }: { setup: string; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { id: accountId, sessionId } = ctx.viewer;
  checkOneCode(code);
  const claims = await openToken('factorSetup', setup, ctx.now);
  if (claims?.sid !== sessionId) throw new AppError('factor.setupOver');
  const secret = String(claims.secret);
  const counters = [{ limit: 'secondFactor', of: [accountId] }] as const;
  const lastStep = await attempt(ctx, counters, async () =>
    stepOf(secret, readFactorCode(code)?.code ?? '', ctx.now),
  );
  if (lastStep === null) throw wrongFactorCode(code);
  const { codes, hashes } = await newRecoveryCodes(ctx, accountId);
  const factor = { secret: encryptSecret('second factor', accountId, secret), lastStep };
  await ctx.db.$transaction(async (tx) => {
    if (!(await lockLiveSession(tx, ctx))) throw new AppError('auth.required');
    const { passwordHash } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    if (passwordMark(passwordHash) !== claims.password) throw new AppError('factor.setupOver');
    if ((await tx.secondFactor.count({ where: { accountId } })) > 0) throw new AppError('factor.alreadyOn');
    await tx.secondFactor.create({
      data: { accountId, ...factor, recoveryHashes: hashes, createdAt: ctx.now },
    });
    await endSessions(tx, { accountId, except: sessionId, now: ctx.now, hasTokens: false });
    const object = { type: 'account', id: accountId } as const;
    await record(ctx, { event: 'factor.add', object, details: { change: 'on' }, mail: { accountId } }, tx);
  }, longTransaction);
  return { recoveryCodes: codes };
}

/** Hashes one after the other, as hashing is slow and takes turns. */
export async function newRecoveryCodes(ctx: Context, accountId: string) {
  const codes = Array.from({ length: recoveryCount }, () => newRecoveryCode());
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashRecoveryCode(code, accountId, ctx));
  return { codes: codes.map(formatRecoveryCode), hashes };
}

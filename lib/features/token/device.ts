import 'server-only';
import { customAlphabet } from 'nanoid';
import { AppError } from '@/lib/contract/errors';
import { type Scope, scopes } from '@/lib/contract/http/scope';
import { formatDeviceCode, readDeviceCode } from '@/lib/domain/pasted/codes';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { newToken } from '@/lib/features/token/tokens';
import { serverPaths } from '@/lib/paths';
import { hashSecret, newSecret } from '@/lib/server/auth/tokens';
import type { Context, UserContext } from '@/lib/server/context';
import { countTries } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';

const validMs = 10 * 60_000;
const intervalMs = 2_000;

/** The caller is not signed in, so requests are limited per client. @throws limit.attempts */
export async function requestDeviceToken(ctx: Context, { name, scopes }: { name: string; scopes: Scope[] }) {
  await countTries(ctx, [{ limit: 'device', of: [clientKey(ctx.client.address)] }]);
  const { BASE_URL } = ctx.config;
  const deviceCode = newSecret();
  const userCode = newUserCode();
  await ctx.db.deviceRequest.create({
    data: {
      id: hashSecret(deviceCode), // so that readers of the database can't fetch tokens
      userCode,
      name: oneLine(name),
      scopes: [...new Set(scopes)],
      address: ctx.client.address,
      createdAt: ctx.now,
      endsAt: new Date(ctx.now.getTime() + validMs),
    },
  });
  return {
    deviceCode,
    userCode: formatDeviceCode(userCode),
    verificationUri: BASE_URL + serverPaths.device(),
    verificationUriComplete: BASE_URL + serverPaths.device(formatDeviceCode(userCode)),
    expiresInMs: validMs,
    intervalMs,
  };
}

/**
 * No vowels, so no words, and no letters like digits (RFC 8628, 6.1). 34 bits suffice: attempts are counted, and a code
 * lives for minutes.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

const newUserCode = customAlphabet(letters, 8);

const tokenMs = 180 * 24 * 3600_000;

const grantable = (wanted: readonly string[], { admin }: { admin: boolean }): Scope[] =>
  scopes.filter((scope) => wanted.includes(scope) && (admin || scope !== 'admin'));

/** @throws device.over for a code that is wrong, old or answered; limit.attempts */
export async function getDeviceRequest(ctx: UserContext, { userCode }: { userCode: string }) {
  checkGuesser(ctx);
  const request = await ctx.db.deviceRequest.findFirst({ where: openRequest(ctx, userCode) });
  if (!request) return refuse(ctx);
  return {
    name: request.name,
    scopes: grantable(request.scopes, ctx.viewer),
    address: request.address,
    asked: request.createdAt.getTime(),
    until: ctx.now.getTime() + tokenMs,
  };
}

/** Only the first answer counts, from any account. @throws device.over, limit.attempts */
export async function decideDevice(
  ctx: UserContext,
  { userCode, allow }: { userCode: string; allow: boolean },
): Promise<void> {
  checkGuesser(ctx);
  const { count } = await ctx.db.deviceRequest.updateMany({
    where: openRequest(ctx, userCode),
    data: { answer: allow ? 'allowed' : 'denied', accountId: ctx.viewer.id, sessionId: ctx.viewer.sessionId },
  });
  if (count === 0) await refuse(ctx);
}

/** Index: DeviceRequest_userCode_key. */
const openRequest = ({ now }: UserContext, userCode: string) => ({
  userCode: readDeviceCode(userCode) ?? '',
  answer: null,
  endsAt: { gt: now },
});

async function refuse(ctx: Context): Promise<never> {
  await recordMiss(ctx);
  throw new AppError('device.over');
}

/**
 * Creates the access token once: the request is deleted first, so of concurrent calls one succeeds. The session that
 * allowed it must still be active.
 * @throws device.pending, device.denied, device.over, token.tooMany, limit.attempts
 */
export async function fetchDeviceToken(ctx: Context, { deviceCode }: { deviceCode: string }) {
  checkGuesser(ctx);
  const where = { id: hashSecret(deviceCode), endsAt: { gt: ctx.now } };
  const request = await ctx.db.deviceRequest.findFirst({ where, include: { account: true } });
  if (!request) return refuse(ctx);
  if (request.answer === null) throw new AppError('device.pending');
  const { count } = await ctx.db.deviceRequest.deleteMany({ where });
  const { account, sessionId, name } = request;
  if (request.answer === 'denied') throw new AppError('device.denied');
  if (count === 0 || !account || !sessionId) throw new AppError('device.over');
  const { id, login, admin } = account;
  const viewer = { id, login, admin, sessionId };
  const wanted = { name, scopes: grantable(request.scopes, viewer), validity: tokenMs, networks: [] };
  const token = await newToken({ ...ctx, viewer }, wanted, true);
  if (token === null) throw new AppError('device.over');
  return { token, user: login };
}

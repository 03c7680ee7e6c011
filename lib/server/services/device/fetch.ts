import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { newToken } from '@/lib/server/services/token/create';
import { hashDeviceCode } from './codes';
import { grantable, tokenMs } from './decide';

/**
 * Creates the access token once: the request is deleted first, so of concurrent calls one succeeds. The session that
 * allowed it must still be active.
 * @throws device.pending, device.denied, device.over, token.tooMany, limit.attempts
 */
export async function fetchDeviceToken(ctx: Context, { deviceCode }: { deviceCode: string }) {
  checkGuesser(ctx);
  const where = { id: hashDeviceCode(deviceCode), endsAt: { gt: ctx.now } };
  const request = await ctx.db.deviceRequest.findFirst({ where, include: { account: true } });
  if (!request) {
    await recordMiss(ctx);
    throw new AppError('device.over');
  }
  if (request.answer === null) throw new AppError('device.pending');
  const { count } = await ctx.db.deviceRequest.deleteMany({ where });
  const { account, sessionId, name } = request;
  if (request.answer === 'denied') throw new AppError('device.denied');
  if (count === 0 || !account || !sessionId) throw new AppError('device.over');
  const { id, login, admin } = account;
  const viewer = { id, login, admin, sessionId };
  const wanted = { name, scopes: grantable(request.scopes, viewer), validity: tokenMs, networks: [] };
  const token = await newToken({ ...ctx, viewer }, wanted);
  if (token === null) throw new AppError('device.over');
  return { token, user: login };
}

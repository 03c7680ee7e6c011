import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { type Scope, scopes } from '@/lib/contract/http/scope';
import { readDeviceCode } from '@/lib/domain/pasted/codes';
import type { UserContext } from '@/lib/server/context';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';

export const tokenMs = 180 * 24 * 3600_000;

export const grantable = (wanted: readonly string[], { admin }: { admin: boolean }): Scope[] =>
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

async function refuse(ctx: UserContext): Promise<never> {
  await recordMiss(ctx);
  throw new AppError('device.over');
}

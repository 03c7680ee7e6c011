import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { type Scope, scopes } from '@/lib/contract/http/scope';
import { readDeviceCode } from '@/lib/domain/pasted/codes';
import type { UserContext } from '@/lib/server/context';
import { checkGuesser, recordMiss } from '@/lib/server/limits/unknown-id';

/** How long an access token is good for that a program asked for. */
export const tokenMs = 180 * 24 * 3600_000;

/** What of it a person can give at all. */
export const grantable = (wanted: readonly string[], { admin }: { admin: boolean }): Scope[] =>
  scopes.filter((scope) => wanted.includes(scope) && (admin || scope !== 'admin'));

/** @throws device.over for a code that is wrong, old or answered; limit.attempts */
export async function lookAtDevice(ctx: UserContext, { userCode }: { userCode: string }) {
  checkGuesser(ctx);
  const request = await ctx.db.deviceRequest.findFirst({ where: open(ctx, userCode) });
  if (!request) return refuse(ctx);
  return {
    name: request.name,
    scopes: grantable(request.scopes, ctx.viewer),
    address: request.address,
    asked: request.createdAt.getTime(),
    until: ctx.now.getTime() + tokenMs,
  };
}

/** The first answer counts, whosever it is. @throws device.over, limit.attempts */
export async function decideDevice(
  ctx: UserContext,
  { userCode, allow }: { userCode: string; allow: boolean },
): Promise<void> {
  checkGuesser(ctx);
  const { count } = await ctx.db.deviceRequest.updateMany({
    where: open(ctx, userCode),
    data: { answer: allow ? 'allowed' : 'denied', accountId: ctx.viewer.id, sessionId: ctx.viewer.sessionId },
  });
  if (count === 0) await refuse(ctx);
}

/** Index: DeviceRequest_userCode_key. */
const open = ({ now }: UserContext, userCode: string) => ({
  userCode: readDeviceCode(userCode) ?? '',
  answer: null,
  endsAt: { gt: now },
});

async function refuse(ctx: UserContext): Promise<never> {
  await recordMiss(ctx);
  throw new AppError('device.over');
}

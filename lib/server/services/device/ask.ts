import 'server-only';
import type { Scope } from '@/lib/contract/http/scope';
import { formatDeviceCode } from '@/lib/domain/pasted/codes';
import { oneLine } from '@/lib/domain/pasted/name';
import { serverPaths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { countTries } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { hashDeviceCode, newDeviceCode, newUserCode } from './codes';

const validMs = 10 * 60_000;
const intervalMs = 2_000;

/** The caller is not signed in, so requests are limited per client. @throws limit.attempts */
export async function requestDeviceToken(ctx: Context, { name, scopes }: { name: string; scopes: Scope[] }) {
  await countTries(ctx, [{ limit: 'device', of: [clientKey(ctx.client.address)] }]);
  const { BASE_URL } = ctx.config;
  const deviceCode = newDeviceCode();
  const userCode = newUserCode();
  await ctx.db.deviceRequest.create({
    data: {
      id: hashDeviceCode(deviceCode),
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

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/http/scope';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context, Viewer } from '@/lib/server/context';
import { isInNetworks } from '@/lib/server/network-address';

/**
 * Checks an access token's scopes and networks. Sessions may do all that their account may.
 * @param scope null for calls that no token may make
 * @throws token.elsewhere, token.notAllowed, token.scopeMissing
 */
export function checkGrant({ client }: Context, { grant }: Viewer, scope: Scope | null): void {
  if (!grant) return;
  const { networks, scopes } = grant;
  const address = client.address ?? '';
  if (networks.length > 0 && !isInNetworks(networks, address))
    throw new AppError('token.elsewhere', { address });
  if (scope === null) throw new AppError('token.notAllowed');
  if (!scopes.includes(scope)) throw new AppError('token.scopeMissing', { scope });
}

const recordIntervalMs = 60_000;

const lastRecorded = new BoundedMap<string, number>(5_000);

export async function recordTokenUse(
  { db, client, now }: Context,
  { grant, sessionId }: Viewer,
): Promise<void> {
  if (!grant) return;
  const key = `${sessionId} ${client.address ?? ''}`;
  const sinceMs = Math.abs(now.getTime() - (lastRecorded.get(key) ?? Number.NEGATIVE_INFINITY));
  if (sinceMs < recordIntervalMs) return;
  lastRecorded.set(key, now.getTime());
  await db.session.updateMany({ where: { id: sessionId }, data: { ...client, lastSeenAt: now } });
}

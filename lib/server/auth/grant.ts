import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/http/scope';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context, Viewer } from '@/lib/server/context';
import { isInNetworks } from '@/lib/server/network-address';

/**
 * Whether an access token may do what it is used for. People may do all that their account may.
 * @param scope null for what no token may
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

/** Uses closer together than this count as one in "last used". */
const minuteMs = 60_000;

const noted = new BoundedMap<string, number>(5_000);

/** Writes down when and from where an access token was used, at most once a minute for each place. */
export async function noteUse({ db, client, now }: Context, { grant, sessionId }: Viewer): Promise<void> {
  if (!grant) return;
  const key = `${sessionId} ${client.address ?? ''}`;
  const sinceMs = Math.abs(now.getTime() - (noted.get(key) ?? Number.NEGATIVE_INFINITY));
  if (sinceMs < minuteMs) return;
  noted.set(key, now.getTime());
  await db.session.updateMany({ where: { id: sessionId }, data: { ...client, lastSeenAt: now } });
}

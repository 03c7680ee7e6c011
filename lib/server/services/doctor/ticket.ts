import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { issueToken, openToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';

/** Authorises the server's own probes instead of a session, which could leak to another server. */
export const ticketHeader = 'slipway-probe';

/** A proxy buffers when both pieces of a probe arrive together in spite of this pause. */
export const pauseMs = 700;

const validMs = 60_000;

export const newTicket = (now: Date): Promise<string> =>
  issueToken('probe', {}, new Date(now.getTime() + validMs), now);

export const isTicket = async (text: string | null, now: Date): Promise<boolean> =>
  text !== null && (await openToken('probe', text, now)) !== null;

export const forged = { user: 'forged-by-the-doctor-'.padEnd(300, 'x'), email: 'forged@doctor.invalid' };

/**
 * Refuses the doctor's own forged sign-in before it is logged as an attack.
 * @throws auth.proxyNameUnusable with the forged headers that got through the proxy, auth.proxyRefused without
 */
export async function refuseForged(
  ticket: string | null,
  { config }: Context,
  arrived: { person: ProxyPerson | null; email: string | null },
): Promise<void> {
  if (!(await isTicket(ticket, presentTime()))) return;
  const names = [
    ...(arrived.person ? [config.PROXY_AUTH_USER_HEADER] : []),
    ...(arrived.email === forged.email ? [config.PROXY_AUTH_EMAIL_HEADER] : []),
  ];
  throw new AppError(names.length > 0 ? 'auth.proxyNameUnusable' : 'auth.proxyRefused', {
    name: names.join(', '),
  });
}

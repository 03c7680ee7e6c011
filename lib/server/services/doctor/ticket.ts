import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { seal, unseal } from '@/lib/server/auth/tokens';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';

/** Authorises the server's own probes instead of a session, which could leak to another server. */
export const ticketHeader = 'slipway-probe';

/** A proxy buffers when both pieces of a probe arrive together in spite of this pause. */
export const pauseMs = 700;

const validMs = 60_000;

export const newTicket = (now: Date): Promise<string> =>
  seal('probe', {}, new Date(now.getTime() + validMs), now);

export const isTicket = async (text: string | null, now: Date): Promise<boolean> =>
  text !== null && (await unseal('probe', text, now)) !== null;

export const forgedName = 'forged-by-the-doctor-'.padEnd(300, 'x');

/**
 * Refuses the doctor's own forged sign-in before it is logged as an attack.
 * @throws auth.proxyNameUnusable when the forged name got through the proxy, else auth.proxyRefused
 */
export async function refuseForged(ticket: string | null, person: ProxyPerson | null): Promise<void> {
  if (!(await isTicket(ticket, new Date()))) return;
  throw new AppError(person ? 'auth.proxyNameUnusable' : 'auth.proxyRefused', { name: '' });
}

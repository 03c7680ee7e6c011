import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';
import { isTicket } from './ticket';

export const forgedName = 'forged-by-the-doctor-'.padEnd(300, 'x');

/**
 * Refuses the doctor's own forged sign-in before it is logged as an attack.
 * @throws auth.proxyNameUnusable when the forged name got through the proxy, else auth.proxyRefused
 */
export async function refuseForged(ticket: string | null, person: ProxyPerson | null): Promise<void> {
  if (!(await isTicket(ticket, new Date()))) return;
  throw new AppError(person ? 'auth.proxyNameUnusable' : 'auth.proxyRefused', { name: '' });
}

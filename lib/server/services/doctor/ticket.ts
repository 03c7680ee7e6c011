import 'server-only';
import { seal, unseal } from '@/lib/server/auth/sealed';

/** In it the server's own probes carry their right, instead of somebody's session: they may end up elsewhere. */
export const ticketHeader = 'slipway-probe';

/** Between the two pieces of a probe. Who sees them together has them from somebody who collects. */
export const pauseMs = 700;

const validMs = 60_000;

export const newTicket = (now: Date): Promise<string> =>
  seal('probe', {}, new Date(now.getTime() + validMs), now);

export const isTicket = async (text: string | null, now: Date): Promise<boolean> =>
  text !== null && (await unseal('probe', text, now)) !== null;

import 'server-only';
import { seal, unseal } from '@/lib/server/auth/tokens';

/** Authorises the server's own probes instead of a session, which could leak to another server. */
export const ticketHeader = 'slipway-probe';

/** A proxy buffers when both pieces of a probe arrive together in spite of this pause. */
export const pauseMs = 700;

const validMs = 60_000;

export const newTicket = (now: Date): Promise<string> =>
  seal('probe', {}, new Date(now.getTime() + validMs), now);

export const isTicket = async (text: string | null, now: Date): Promise<boolean> =>
  text !== null && (await unseal('probe', text, now)) !== null;

import { isLong } from '@/testing/is-long';

/**
 * Short sessions and uploads that outlast several of them. SLIPWAY_LONG=1: sessions of one minute and an upload of
 * five.
 */
export const lives = isLong
  ? { validMs: 60_000, renewalMs: 30_000, uploadMs: 300_000 }
  : { validMs: 10_000, renewalMs: 3_000, uploadMs: 24_000 };

export const shortSessions = {
  SESSION_VALID: `${lives.validMs} ms`,
  AUTH_RENEWAL: `${lives.renewalMs} ms`,
};

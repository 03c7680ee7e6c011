import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares as slowly for a near miss as for any other, and for every length. */
export const isSameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

const digest = (text: string) => createHash('sha256').update(text).digest();

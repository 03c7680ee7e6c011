import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time for near misses and for every length. */
export const isSameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

const digest = (text: string) => createHash('sha256').update(text).digest();

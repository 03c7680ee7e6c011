import 'server-only';
import { createHash } from 'node:crypto';

/** Keys have 187 random bits, so a plain hash is safe. */
export const inviteKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Enough to recognize a key, not to use it. */
export const storedKey = (key: string) => ({ keyHash: inviteKeyHash(key), keyStart: key.slice(0, 6) });

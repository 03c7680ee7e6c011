import 'server-only';
import { createHash } from 'node:crypto';

/** A key is 187 random bits, so a plain hash of it can't be turned back. */
export const inviteKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What is kept of a key: enough to know it again, not enough to use it. */
export const storedKey = (key: string) => ({ keyHash: inviteKeyHash(key), keyStart: key.slice(0, 6) });

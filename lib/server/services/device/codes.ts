import 'server-only';
import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/**
 * No vowels, so no words, and no letters like digits (RFC 8628, 6.1). 34 bits suffice: attempts are counted, and a code
 * lives for minutes.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

export const newUserCode = customAlphabet(letters, 8);
export const newDeviceCode = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  43,
);

/** Only the hash is stored, so database readers can't fetch tokens. */
export const hashDeviceCode = (deviceCode: string) =>
  createHash('sha256').update(deviceCode).digest('base64url');

import 'server-only';
import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/** No vowels, so no words; nothing that looks like a digit (RFC 8628, 6.1). 34 bits: tries are counted, and it lives for minutes. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

export const newUserCode = customAlphabet(letters, 8);
export const newDeviceCode = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  43,
);

/** Who reads the database can't fetch anything with what is stored. */
export const hashOf = (deviceCode: string) => createHash('sha256').update(deviceCode).digest('base64url');

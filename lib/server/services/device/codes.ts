import 'server-only';
import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/** No vowels, so no words; nothing that looks like a digit (RFC 8628, 6.1). 34 bits: tries are counted, and it lives for minutes. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

export const newUserCode = customAlphabet(letters, length);
export const newDeviceCode = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  43,
);

/** Who reads the database can't fetch anything with what is stored. */
export const hashOf = (deviceCode: string) => createHash('sha256').update(deviceCode).digest('base64url');

/** As people read it, in two halves. */
export const shownCode = (userCode: string) =>
  `${userCode.slice(0, length / 2)}-${userCode.slice(length / 2)}`;

/** As people type it. */
export const readCode = (text: string) => text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');

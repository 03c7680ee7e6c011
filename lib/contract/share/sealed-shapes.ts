import * as z from 'zod';
import { because, Text } from '@/lib/contract/fields';
import { sealedKeyBytes } from '@/lib/domain/limits';

/** Length of the base64 that holds these bytes. */
const base64Chars = (bytes: number) => Math.ceil(bytes / 3) * 4;

export const Base64 = (maxBytes: number) =>
  Text.max(base64Chars(maxBytes)).refine(
    (text) => !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')),
    because('wrongType'),
  );

/** Exactly so many bytes. */
export const Base64Of = (bytes: number) =>
  Base64(bytes)
    .length(base64Chars(bytes))
    .refine((text) => text.split('=', 1)[0]?.length === Math.ceil((bytes * 4) / 3), because('wrongType'));

/** "v1" is the format in docs/develop/sealed.md; null: an ordinary share. */
export const E2ee = z.literal('v1').nullable().describe('End-to-end encrypted, and by which format');

export const SealedKey = Base64Of(sealedKeyBytes).describe(
  'The key of a sealed delivery, sealed for the inbox; base64',
);

export const sealedDelivery = {
  e2ee: E2ee.optional(),
  sealedKey: SealedKey.optional(),
};

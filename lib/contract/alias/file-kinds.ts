import * as z from 'zod';
import { because, Text } from '@/lib/contract/fields';
import { formLimits, isEnding, typeGroups } from '@/lib/domain/inbox/inbox-form';

/** Files that an inbox, or a slot of a request, takes. */
export const fileKinds = {
  groups: z
    .array(z.enum(typeGroups))
    .max(typeGroups.length)
    .default([])
    .describe('None, and no endings: all'),
  endings: z
    .array(Text.refine(isEnding, because('unsupported')))
    .max(formLimits.endings)
    .default([])
    .describe('In small letters, without a point'),
  maxFiles: z.int().min(1).max(formLimits.files).nullable().default(null).describe('Of one delivery'),
};

import * as z from 'zod';
import { because, MaxViews, Name, SharePassword } from '@/lib/contract/fields';
import { parseDuration } from '../../domain/units';

export const SendTerms = z.object({
  validity: z
    .string()
    .refine((text) => (parseDuration(text) ?? 0) >= 1000, because('notADuration'))
    .transform((text) => parseDuration(text) ?? 0)
    .optional(),
  views: z.coerce.number().pipe(MaxViews).optional(),
  name: Name.optional(),
  password: SharePassword.optional(),
});
export type SendTerms = z.output<typeof SendTerms>;

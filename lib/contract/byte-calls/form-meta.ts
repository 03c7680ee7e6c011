import * as z from 'zod';
import { MaxViews, Validity } from '@/lib/contract/fields';
import { Answers, ShareProperties, ShareTerms } from '@/lib/contract/share/share-shapes';

/** How a form (multipart/form-data) says what its share is like. Everything may be left out. */
export const formDefaults = { validityMs: 2 * 24 * 3600 * 1000 };

/** The part of a form that is no file, whatever its case. */
export const metaPart = 'meta';

const open = { validity: Validity.nullish(), maxViews: MaxViews.nullish() };

export const FormMeta = ShareProperties.extend(open);
export type FormMeta = z.output<typeof FormMeta>;

/** The same through an alias, which decides on the validity itself. */
export const AliasFormMeta = ShareTerms.extend({
  ...open,
  validity: z.number().nullish(),
  ...Answers.shape,
});

/** What fits into one form. */
export const formLimits = { parts: 1000, headerBytes: 16 * 1024, metaBytes: 256 * 1024 };

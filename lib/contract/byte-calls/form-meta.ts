import * as z from 'zod';
import { MaxViews, Validity } from '@/lib/contract/fields';
import { Answers, ShareProperties, ShareTerms } from '@/lib/contract/share/share-shapes';

export const formDefaults = { validityMs: 2 * 24 * 3600 * 1000 };

/** The name of the form part with the share's properties; case is ignored. */
export const metaPart = 'meta';

const open = { validity: Validity.nullish(), maxViews: MaxViews.nullish() };

export const FormMeta = ShareProperties.extend(open);
export type FormMeta = z.output<typeof FormMeta>;

export const AliasFormMeta = ShareTerms.extend({
  ...open,
  validity: z.number().nullish(),
  ...Answers.shape,
});

export const formLimits = { parts: 1000, headerBytes: 16 * 1024, metaBytes: 256 * 1024 };

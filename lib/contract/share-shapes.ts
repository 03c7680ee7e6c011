import * as z from 'zod';
import { Bytes, Description, Ident, MaxViews, Millis, Name, SharePassword, Validity } from './fields';
import { ShareFile } from './file';

export const ShareListItem = z
  .object({
    id: Ident,
    name: z.string().nullable(),
    aliasInfo: z.object({ id: Ident, name: z.string() }).nullable(),
    validity: Validity,
    maxViews: MaxViews,
    password: z.boolean(),
    created: Millis,
    files: z.int().nonnegative(),
    size: Bytes,
    published: z.boolean().nullable().describe('null: not published; true: published; false: expired'),
    downloads: z.int().nonnegative().describe('By the link, however long ago'),
    usedUp: z.boolean().describe('Published, but all its views are spent'),
  })
  .meta({ id: 'ShareListItem' });
export type ShareListItem = z.infer<typeof ShareListItem>;

export const SharePublish = z
  .object({
    id: Ident.describe('The publish id: what stands in the public link'),
    enabled: z.boolean(),
    views: z.int().nonnegative(),
    publishDate: Millis,
    publishUntil: Millis,
    expired: z.boolean(),
    lastAccess: Millis.nullable(),
  })
  .meta({ id: 'SharePublish' });

const ShareTotal = z.object({
  files: z.int().nonnegative(),
  size: Bytes,
  incomplete: z
    .int()
    .nonnegative()
    .optional()
    .describe('How many of them have not fully arrived; only while no link is open'),
});

export const ShareDetail = z
  .object({
    id: Ident,
    name: z.string().nullable(),
    aliasId: Ident.nullable(),
    aliasName: z.string().nullable(),
    creator: z.string().nullable(),
    validity: Validity,
    maxViews: MaxViews,
    password: z.boolean(),
    descriptionRaw: z.string().nullable().describe('Markdown with templates, as it was written'),
    description: z.string().nullable().describe('Markdown, its templates filled in for this reader'),
    created: Millis,
    expiresAt: Millis.nullable(),
    publishInfo: SharePublish.nullable(),
    files: z.array(ShareFile),
    total: ShareTotal.optional().describe('Only when `filesUpTo` left the files out'),
  })
  .meta({ id: 'ShareDetail' });
export type ShareDetail = z.infer<typeof ShareDetail>;

/** For clients that read the files of large shares by folder and page. */
export const DetailQuery = z.object({
  filesUpTo: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .catch(undefined)
    .describe('With more files than this, `files` is empty and `total` says how many there are'),
});

export const ShareProperties = z
  .object({
    name: Name.nullish(),
    validity: Validity,
    description: Description.nullish(),
    maxViews: MaxViews,
    password: SharePassword.nullish(),
  })
  .meta({ id: 'ShareProperties' });
export type ShareProperties = z.infer<typeof ShareProperties>;

import * as z from 'zod';
import {
  Bytes,
  CleanText,
  Description,
  Ident,
  LinkWords,
  MaxDownloads,
  MaxViews,
  Millis,
  Name,
  SharePassword,
  Text,
  Validity,
} from '@/lib/contract/fields';
import { ShareFile } from '@/lib/contract/share/file';
import { E2ee } from '@/lib/contract/share/sealed-shapes';
import { ownMarks } from '@/lib/contract/share/share-marks';
import { type FileKind, fileKinds } from '@/lib/domain/file-kinds';
import { questionKinds } from '@/lib/domain/inbox/inbox-form';

const Title = z
  .string()
  .nullable()
  .describe('What people wrote that it is called by: the heading of its note, else its name');
export const MayBeGuessed = z
  .boolean()
  .optional()
  .describe('Allow words of less than 12 characters without a password');
const FirstFile = z.string().nullable().describe('Name of its first file, where `title` is null');

/** Of what an admin took down. */
export const Blocked = z
  .object({ at: Millis, reason: z.string() })
  .nullable()
  .describe('When an admin took it down, and why; null: nobody did');

const limits = {
  maxViews: MaxViews,
  viewsLimited: z.boolean().describe('false: any number of views; `maxViews` is then 2147483647'),
  maxDownloads: MaxDownloads.nullable().describe('By the link; null: any number'),
};

const LatestArrival = z.object({
  address: z.string().nullable().describe('Of the recipient; null: by the public link'),
  opened: Millis,
  downloaded: Millis.nullable().describe('For the last time; null: not yet'),
  hasAll: z.boolean().describe('All files that there are now have been downloaded whole'),
});
export type LatestArrival = z.infer<typeof LatestArrival>;

export const ShareListItem = z
  .object({
    id: Ident,
    name: z.string().nullable(),
    title: Title,
    sentBy: z
      .string()
      .nullable()
      .describe('Who sent it, or else a short answer, where it came through an alias'),
    firstFile: FirstFile,
    aliasInfo: z.object({ id: Ident, name: z.string() }).nullable(),
    validity: Validity,
    ...limits,
    password: z.boolean(),
    created: Millis,
    files: z.int().nonnegative(),
    size: Bytes,
    published: z.boolean().nullable().describe('null: not published; true: published; false: expired'),
    downloads: z.int().nonnegative().describe('By the link, however long ago'),
    withdrawn: z.boolean().describe('Its link was turned off, and is the same if it is published again'),
    usedUp: z.boolean().describe('Published, but all its views or downloads are spent'),
    blocked: z.boolean().describe('An admin took it down'),
    incomplete: z.int().nonnegative().describe('How many of its files have not fully arrived'),
    ...ownMarks,
    e2ee: E2ee,
    views: z.int().nonnegative(),
    linkId: Ident.nullable().describe('The publish id; null where no link is open'),
    endsAt: Millis.nullable().describe('When the link expires or expired; null where there is none'),
    latest: LatestArrival.nullable().describe(
      'Who opened or downloaded it last; null: nobody that is remembered, or the caller is not its owner',
    ),
    found: z
      .object({ in: z.enum(['note', 'file', 'alias', 'sender', 'recipient', 'id']), text: z.string() })
      .optional()
      .describe('Where the words of a search are found, unless the name has them'),
  })
  .meta({ id: 'ShareListItem' });
export type ShareListItem = z.infer<typeof ShareListItem>;

export const SharePublish = z
  .object({
    id: Ident.describe('The publish ID, as in the public link'),
    enabled: z.boolean(),
    views: z.int().nonnegative(),
    downloads: z.int().nonnegative().describe('By the link'),
    publishDate: Millis,
    publishUntil: Millis,
    expired: z.boolean(),
    lastAccess: Millis.nullable(),
  })
  .meta({ id: 'SharePublish' });

export const WaitingFiles = z
  .int()
  .positive()
  .optional()
  .describe('How many of them wait for their virus scan; until then nobody gets them');

export const KindCounts = z
  .object(
    Object.fromEntries(fileKinds.map((kind) => [kind, z.int().nonnegative()])) as Record<FileKind, z.ZodInt>,
  )
  .describe('How many there are of each kind');

const ShareTotal = z.object({
  files: z.int().nonnegative(),
  size: Bytes,
  incomplete: z
    .int()
    .nonnegative()
    .optional()
    .describe('How many of them have not fully arrived; only while no link is open'),
  pending: WaitingFiles,
  kinds: KindCounts.optional(),
});

export const ShareDetail = z
  .object({
    id: Ident,
    name: z.string().nullable(),
    title: Title,
    firstFile: FirstFile,
    aliasId: Ident.nullable(),
    aliasName: z.string().nullable(),
    album: z
      .object({ alias: Ident, name: z.string(), enabled: z.boolean() })
      .nullable()
      .describe('By which alias visitors add to it'),
    creator: z.string().nullable().describe('Login of its owner'),
    ...ownMarks,
    e2ee: E2ee,
    blocked: Blocked,
    validity: Validity,
    until: Millis.nullable().describe(
      'A date that was chosen for the end of its link; null: by the validity',
    ),
    link: Ident.nullable().describe('The words of one’s own that are in its link, or will; null: none'),
    ...limits,
    downloadsLimited: z.boolean().describe('true: looking at a whole file uses a download'),
    password: z.boolean(),
    descriptionRaw: z.string().nullable().describe('Markdown with templates, as it was written'),
    description: z.string().nullable().describe('Markdown, its templates filled in for this reader'),
    created: Millis,
    expiresAt: Millis.nullable(),
    publishInfo: SharePublish.nullable(),
    cover: Ident.nullable().describe(
      'Id of the photo that its page was chosen to open with; null: the first',
    ),
    files: z.array(ShareFile),
    total: ShareTotal.optional().describe('Only when `filesUpTo` left the files out'),
  })
  .meta({ id: 'ShareDetail' });
export type ShareDetail = z.infer<typeof ShareDetail>;

/** For clients that load the files of large shares by folder and page. */
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

export const ShareTerms = z.object({
  name: Name.nullish(),
  validity: Validity,
  description: Description.nullish(),
  maxViews: MaxViews,
  password: SharePassword.nullish(),
});
export type ShareTerms = z.output<typeof ShareTerms>;

export const ShareProperties = ShareTerms.extend({
  until: Millis.nullish().describe('A date for the end of the link, in place of the validity'),
  maxDownloads: MaxDownloads.nullish().describe('By the link; null: any number'),
  link: LinkWords.nullish(),
  mayBeGuessed: MayBeGuessed,
  e2ee: E2ee.optional(),
}).meta({ id: 'ShareProperties' });
export type ShareProperties = z.output<typeof ShareProperties>;

export const Answers = z.object({
  sender: z
    .object({ name: CleanText.nullish(), email: Text.nullish(), reference: CleanText.nullish() })
    .nullish()
    .describe('Where the form of the alias asks for it'),
  answers: z
    .record(Ident, Text)
    .nullish()
    .describe('To the questions of the form, by their ids; a date as 2026-11-27'),
});
export type Answers = z.output<typeof Answers>;

export const Delivery = z
  .object({
    number: z.int().nonnegative().describe('By which sender and receivers know it; 0 for an imported one'),
    name: z.string().nullable(),
    email: z.string().nullable(),
    reference: z.string().nullable(),
    answers: z.array(
      z.object({
        label: z.string(),
        value: z.string().describe('A day as 2026-11-27'),
        kind: z.enum(questionKinds).nullable().describe('Of the question; null where it is not known'),
      }),
    ),
    isLate: z.boolean().describe('It began after the end, when only late ones were taken'),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

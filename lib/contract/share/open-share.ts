import * as z from 'zod';
import { Bytes, Ident, Result } from '@/lib/contract/fields';
import { FilesPage, ShareFile, ShareFolder } from '@/lib/contract/share/file';
import { Sender } from '@/lib/contract/share/sender';
import { KindCounts, ShareDetail, SharePublish, WaitingFiles } from '@/lib/contract/share/share-shapes';

// Visitors get only the fields listed here, so new fields of shares and files are private by default.

export const OpenFile = ShareFile.pick({
  id: true,
  filename: true,
  path: true,
  size: true,
  storedSize: true,
  complete: true,
  mimetype: true,
  checksum: true,
  crc32: true,
  created: true,
  lastModified: true,
  scan: true,
}).meta({ id: 'OpenFile' });

export const OpenFilesPage = FilesPage.pick({ next: true })
  .extend({ items: z.array(OpenFile) })
  .meta({ id: 'OpenFilesPage' });

const { folders } = ShareFolder.shape;
export const OpenFolder = ShareFolder.pick({ files: true, size: true, marks: true })
  .extend({
    folders: z
      .array(folders.element.pick({ name: true, files: true, size: true }))
      .describe('The folders in it, by name, with all that is below each'),
  })
  .meta({ id: 'OpenFolder' });

const OpenPublish = SharePublish.pick({
  id: true,
  enabled: true,
  views: true,
  publishDate: true,
  publishUntil: true,
  expired: true,
});

const OpenKinds = KindCounts.pick({ photos: true, videos: true, documents: true, others: true });

/** Constants that clients of Sharry expect. */
const silent = {
  aliasId: z.null(),
  aliasName: z.null(),
  unread: z.literal(false),
  link: z.null(),
  maxDownloads: z.null(),
};

export const OpenShare = ShareDetail.pick({
  name: true,
  title: true,
  firstFile: true,
  validity: true,
  until: true,
  maxViews: true,
  viewsLimited: true,
  downloadsLimited: true,
  password: true,
  descriptionRaw: true,
  description: true,
  created: true,
  expiresAt: true,
  e2ee: true,
}).extend({
  ...silent,
  id: Ident.describe('The publish id'),
  album: z
    .object({ alias: Ident, name: z.string(), enabled: z.literal(true) })
    .nullable()
    .describe('By which alias visitors add to it; null: they may not'),
  creator: z.string().nullable().describe('Name of `sender`'),
  sender: Sender.nullable().describe('Its owner, where they show their name; never of what came in'),
  cover: Ident.nullable().describe(
    'Where most files are photos: the one that comes first, and large, as the owner chose',
  ),
  publishInfo: OpenPublish.extend({ lastAccess: z.null() }).nullable(),
  files: z.array(OpenFile),
  total: z
    .object({
      files: z.int().nonnegative(),
      size: Bytes,
      pending: WaitingFiles,
      kinds: OpenKinds.optional(),
    })
    .optional()
    .describe('Only when `filesUpTo` left the files out'),
});
export type OpenShare = z.infer<typeof OpenShare>;

/** For browsers without cookies. An expired value counts as missing. */
export const visitQuery = {
  visit: z.string().max(2_000).optional().catch(undefined).describe('The `visitKey` of a visit that goes on'),
};

export const OpenedShare = OpenShare.extend({
  visitKey: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Only with a new visit whose files need a proof: it stands for the visit in their URLs, as `visit`',
    ),
}).meta({ id: 'OpenedShare' });
export type OpenedShare = z.infer<typeof OpenedShare>;

export const CodeSent = Result.extend({
  address: z.string().describe('The beginning of the address, and its domain'),
});

export const visitorParts = ['password', 'passwordCookie', 'visitCookie', 'recipientCookie'] as const;
export const visitorErrors = [
  'open.notFound',
  'open.passwordRequired',
  'open.passwordWrong',
  'open.codeRequired',
  'open.recipientsOnly',
  'limit.attempts',
] as const;

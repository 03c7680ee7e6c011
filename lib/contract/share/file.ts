import * as z from 'zod';
import { Bytes, Ident, Millis, Text } from '@/lib/contract/fields';

export const ShareFile = z
  .object({
    id: Ident,
    filename: z.string(),
    path: z.string().describe('Folder inside the share, "" at the top'),
    size: Bytes.describe('Declared'),
    storedSize: Bytes.describe('Arrived so far'),
    complete: z.boolean(),
    mimetype: z.string(),
    checksum: z.string().describe('SHA-256, hex; "" until it is computed'),
    crc32: z.string().nullable().describe('8 hex digits'),
    created: Millis,
    lastModified: Millis.nullable().describe('As its sender said; null when unknown'),
    scan: z
      .enum(['pending', 'notScanned', 'infected'])
      .optional()
      .describe(
        'Being checked for viruses, not scanned, or quarantined. Only what is not scanned can be fetched',
      ),
    found: z.string().optional().describe('Of what is quarantined: the virus, `encrypted` or `tooLarge`'),
  })
  .meta({ id: 'ShareFile' });
export type ShareFile = z.infer<typeof ShareFile>;

/** The first file of a page: its ID and its name, in case it is deleted. */
const Mark = Text.max(400).regex(/^[A-Za-z0-9_@.-]{1,80} /);
const path = Text.max(20_000).default('').catch('').describe('Folder inside the share, "" at the top');

export const FolderQuery = z.object({ path });

export const ShareFolder = z
  .object({
    folders: z
      .array(z.object({ name: z.string(), files: z.int().nonnegative(), size: Bytes }))
      .describe('The folders in it, by name, with all that is below each'),
    files: z.int().nonnegative().describe('Files in the folder itself'),
    size: Bytes.describe('Of those'),
    marks: z.array(z.string()).describe('Where its pages of files begin, see `from`'),
  })
  .meta({ id: 'ShareFolder' });
export type ShareFolder = z.infer<typeof ShareFolder>;

export const FilesQuery = z.object({
  path,
  from: Mark.optional().catch(undefined).describe('A mark: the page begins with that file'),
  until: Mark.optional().catch(undefined).describe('A mark: the page ends before that file'),
  q: Text.max(200)
    .optional()
    .catch(undefined)
    .describe('Only files whose names or folders have these words, of all folders, whatever `path` says'),
});
export type FilesQuery = z.output<typeof FilesQuery>;

export const FilesPage = z
  .object({
    items: z.array(ShareFile),
    next: z.string().nullable().describe('The mark behind this page; null at the end'),
  })
  .meta({ id: 'FilesPage' });

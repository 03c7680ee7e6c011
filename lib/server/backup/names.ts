import 'server-only';
import * as z from 'zod';

/** Entries of a backup, in this order. Paths of files are those of DATA_DIR. */
export const manifestName = 'slipway-backup.json';
export const secretName = 'secret';
export const damagedName = 'damaged.txt';
export const sumsName = 'SHA256SUMS';

/** Rows are split into chunks, because a tar entry starts with its size. */
export const chunkName = (table: string, chunk: number): string =>
  `database/${table}.${String(chunk).padStart(6, '0')}.copy`;
export const tableOf = (name: string): string | null =>
  /^database\/(\w+)\.\d+\.copy$/.exec(name)?.[1] ?? null;

export const fileName = (id: string): string => `files/${id.slice(-2).toLowerCase()}/${id}`;
export const fileIdOf = (name: string): string | null => /^files\/[^/]+\/([\w-]+)$/.exec(name)?.[1] ?? null;

export const BackupManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  /** Applied before the rows are loaded. Later ones run at the next start. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string().regex(/^\w+$/)) })),
  fileCount: z.int().nonnegative(),
  filesBytes: z.int().nonnegative(),
  hasSecret: z.boolean(),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

import 'server-only';
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Finding } from '@/lib/contract/admin/doctor';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { databaseTimeMs } from '@/lib/server/present-time';
import { readState } from '@/lib/server/services/storage/read-back';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { lacksFiles } from '@/lib/server/storage/disk/free-space';
import { decode } from '@/lib/server/thumbnails/decode';
import { hasFilmDecoder } from '@/lib/server/thumbnails/film';
import { finding } from './finding';

const probeBytes = 64 * 1024;

/** Writes, reads and removes a file. A `Removal` row has it removed later where that fails, or the process dies. */
export async function checkStorage(ctx: Context): Promise<Finding> {
  const kind = ctx.config.STORAGE;
  const fileId = ctx.newId();
  const began = performance.now();
  await ctx.db.removal.create({ data: { fileId, since: new Date(databaseTimeMs() + 600_000) } });
  const found = await tryToWrite(ctx, fileId);
  try {
    await ctx.storage.remove(fileId);
    await ctx.db.removal.deleteMany({ where: { fileId } });
  } catch (error) {
    return found ?? finding('storage', 'failure', 'undeletable', { kind, reason: failureReason(error) });
  }
  return found ?? finding('storage', 'fine', 'fine', { kind, ms: Math.round(performance.now() - began) });
}

async function tryToWrite(ctx: Context, fileId: string): Promise<Finding | null> {
  const kind = ctx.config.STORAGE;
  const bytes = randomBytes(probeBytes);
  try {
    const read = await writeAndRead(ctx, fileId, bytes);
    return read.equals(bytes) ? null : finding('storage', 'failure', 'changed', { kind });
  } catch (error) {
    return finding('storage', 'failure', 'broken', { kind, reason: failureReason(error) });
  }
}

/** Says what reading all files again has found; nothing until they have been read once. */
export async function checkReadBack(ctx: Context): Promise<Finding[]> {
  const state = ctx.config.STORAGE_CHECK === null ? null : await readState(ctx);
  if (!state) return [];
  if (state.found.length > 0)
    return [finding('storage', 'failure', 'damaged', { count: state.found.length })];
  if (state.doneMs === null) return [];
  return [
    finding('storage', 'fine', 'readBack', { date: new Date(state.doneMs).toISOString().slice(0, 10) }),
  ];
}

async function writeAndRead({ storage }: Context, fileId: string, bytes: Buffer): Promise<Buffer> {
  const writer = await storage.openWriter(fileId, 0, bytes.length);
  try {
    await writer.write([bytes], 0);
    await writer.sync();
  } finally {
    await writer.close();
  }
  await storage.finish(fileId, bytes.length);
  const parts: Buffer[] = [];
  for await (const part of storage.read(fileId, { start: 0, end: bytes.length - 1 })) {
    parts.push(Buffer.from(part)); // the storage reuses its buffer
  }
  return Buffer.concat(parts);
}

/** Of the data folder, and of that with the files where it is another. */
export const checkSpace = ({ config }: Context): Promise<Finding[]> => {
  const filesIn = config.STORAGE === 'disk' ? diskFolders(config).root : null;
  const folders = new Set([config.DATA_DIR, filesIn ?? config.DATA_DIR]);
  return Promise.all(
    [...folders].map((folder) => checkSpaceIn(folder, folder === filesIn ? config.MAX_SIZE : null)),
  );
};

/** @param fileBytes what one share may need there; null where no files lie */
async function checkSpaceIn(folder: string, fileBytes: number | null): Promise<Finding> {
  const found = await statfs(folder);
  const [freeBytes, totalBytes] = [found.bavail * found.bsize, found.blocks * found.bsize];
  if (lacksFiles(found)) return finding('space', 'failure', 'noFiles', { folder, count: found.ffree });
  const values = { free: formatBytes(freeBytes), total: formatBytes(totalBytes), folder };
  const neededBytes = fileBytes === null ? 1024 ** 3 : Math.max(fileBytes, totalBytes * 0.05);
  return freeBytes < neededBytes
    ? finding('space', 'warning', 'low', values)
    : finding('space', 'fine', 'fine', values);
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function checkThumbnails({ config }: Context): Promise<Finding> {
  if (!config.THUMBNAILS) return finding('thumbnails', 'skipped', 'off');
  const made = await decode([pixel]);
  if (typeof made === 'string') return finding('thumbnails', 'warning', 'noDecoder');
  return finding('thumbnails', 'fine', (await hasFilmDecoder()) ? 'fine' : 'photosOnly');
}

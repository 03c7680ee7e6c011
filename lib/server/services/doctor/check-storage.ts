import 'server-only';
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Finding } from '@/lib/contract/admin/doctor';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';
import { databaseTimeMs } from '@/lib/server/present-time';
import { decode } from '@/lib/server/thumbnails/decode';
import { hasFilmDecoder } from '@/lib/server/thumbnails/film';
import { failureReason, finding } from './finding';

const probeBytes = 64 * 1024;

/** Writes, reads and removes a file. A `Removal` row cleans up when the process dies in between. */
export async function checkStorage(ctx: Context): Promise<Finding> {
  const kind = ctx.config.STORAGE;
  const fileId = ctx.newId();
  const began = performance.now();
  await ctx.db.removal.create({ data: { fileId, since: new Date(databaseTimeMs() + 600_000) } });
  try {
    const bytes = randomBytes(probeBytes);
    const read = await writeAndRead(ctx, fileId, bytes);
    if (!read.equals(bytes)) return finding('storage', 'failure', 'changed', { kind });
    return finding('storage', 'fine', 'fine', { kind, ms: Math.round(performance.now() - began) });
  } catch (error) {
    return finding('storage', 'failure', 'broken', { kind, reason: failureReason(error) });
  } finally {
    // If this fails, the `Removal` row has the file removed later.
    await ctx.storage
      .remove(fileId)
      .then(() => ctx.db.removal.deleteMany({ where: { fileId } }))
      .catch(() => undefined);
  }
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

export async function checkSpace({ config }: Context): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(config.DATA_DIR);
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize];
  const values = { free: formatBytes(freeBytes), total: formatBytes(totalBytes), folder: config.DATA_DIR };
  const neededBytes = config.STORAGE === 'disk' ? Math.max(config.MAX_SIZE, totalBytes * 0.05) : 1024 ** 3;
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

import 'server-only';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '@/lib/contract/errors';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { removeNow, scheduleRemovals } from '@/lib/server/services/form/removals';
import { sha256Of } from '@/lib/server/services/storage/stored-files';
import type { FileWriter } from '@/lib/server/storage/port';
import { crc32Hex } from '@/lib/server/transfer/receive/digests';
import { DamagedDatabase, type SkipReason, type SourceFile } from './source';

export class UnusableFile extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Checksums = { sha256: string; crc32: string };

export async function checkFile(file: SourceFile): Promise<void> {
  for await (const _ of verifiedChunks(file, newDigest()));
}

/**
 * Copies and verifies a file's bytes. A removal stays scheduled until the file has its row, so that a process that
 * ends in between leaves nothing.
 * @throws UnusableFile
 */
export async function copyFile(ctx: Context, fileId: string, file: SourceFile): Promise<Checksums> {
  await removeEarlierBytes(ctx, fileId);
  await scheduleRemovals(ctx, [fileId]);
  try {
    const sums = await store(ctx, fileId, file);
    if ((await sha256Of(ctx.storage, fileId, file.sizeBytes)) !== sums.sha256)
      throw new AppError(
        'server.unavailable',
        {},
        { cause: new Error(`${fileId} was stored otherwise than it was read`) },
      );
    return sums;
  } catch (error) {
    await removeNow(ctx, [fileId]);
    throw error;
  }
}

async function removeEarlierBytes({ db, storage }: Context, fileId: string): Promise<void> {
  if (await db.removal.findUnique({ where: { fileId } })) await storage.remove(fileId);
}

async function store(ctx: Context, fileId: string, file: SourceFile): Promise<Checksums> {
  const digest = newDigest();
  const writer = await ctx.storage.openWriter(fileId, 0, file.sizeBytes);
  try {
    let position = 0;
    for await (const chunk of verifiedChunks(file, digest)) {
      await writeAll(writer, chunk, position);
      position += chunk.length;
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
  await ctx.storage.finish(fileId, file.sizeBytes);
  return digest.sums();
}

async function writeAll(writer: FileWriter, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const taken = await writer.write([chunk.subarray(done)], position + done);
    if (taken === 0) throw new AppError('storage.full');
    done += taken;
  }
}

function newDigest() {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let crc = 0;
  return {
    add: (chunk: Buffer) => {
      sha256.update(chunk);
      md5.update(chunk);
      crc = crc32(chunk, crc);
    },
    md5: () => md5.copy().digest('hex'),
    sums: (): Checksums => ({ sha256: sha256.copy().digest('hex'), crc32: crc32Hex(crc) }),
  };
}

async function* verifiedChunks(
  file: SourceFile,
  digest: ReturnType<typeof newDigest>,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of readChunks(file)) {
    size += chunk.length;
    if (size > file.sizeBytes) continue; // only counted
    digest.add(chunk);
    yield chunk;
  }
  if (size !== file.sizeBytes)
    throw new UnusableFile('sizeMismatch', `${size} of ${file.sizeBytes} bytes are there`);
  const differs = (sum: string | null | undefined, ours: string) => !!sum && sum.toLowerCase() !== ours;
  if (differs(file.md5, digest.md5()) || differs(file.sha256, digest.sums().sha256))
    throw new UnusableFile('checksumMismatch', 'its bytes don’t match its checksum');
}

async function* readChunks(file: SourceFile): AsyncGenerator<Buffer> {
  try {
    for await (const { buffer, byteOffset, byteLength } of file.read())
      yield Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    // The whole source is gone, not only this file.
    if (error instanceof BadConfiguration && !(error instanceof DamagedDatabase)) throw error;
    throw new UnusableFile(
      'bytesMissing',
      `can’t be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

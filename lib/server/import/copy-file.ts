import 'server-only';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '@/lib/contract/errors';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { removeNow, scheduleRemoval } from '@/lib/server/services/form/removals';
import { sha256Of } from '@/lib/server/services/storage/sha256-of';
import type { FileWriter } from '@/lib/server/storage/port';
import { hex32 } from '@/lib/server/transfer/crc32';
import { Damaged, type Reason, type SourceFile } from './source';

/** A file that can't come over as it should be; the others go on. */
export class Unfit extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Sums = { sha256: string; crc32: string };

/** Reads a file once, and changes nothing. @throws Unfit */
export async function checkFile(file: SourceFile): Promise<void> {
  for await (const _ of checked(file, newDigest()));
}

/**
 * Copies a file's bytes, makes them final and reads them back. Until its row is there, a removal is noted for them, so
 * that nothing is left when this process ends before.
 * @throws Unfit
 */
export async function copyFile(ctx: Context, fileId: string, file: SourceFile): Promise<Sums> {
  await forgetEarlier(ctx, fileId);
  await scheduleRemoval(ctx, fileId);
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

/** Bytes that a run which was killed has left under this id. */
async function forgetEarlier({ db, storage }: Context, fileId: string): Promise<void> {
  if (await db.removal.findUnique({ where: { fileId } })) await storage.remove(fileId);
}

async function store(ctx: Context, fileId: string, file: SourceFile): Promise<Sums> {
  const digest = newDigest();
  const writer = await ctx.storage.openWriter(fileId, 0, file.sizeBytes);
  try {
    let position = 0;
    for await (const chunk of checked(file, digest)) {
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
    sums: (): Sums => ({ sha256: sha256.copy().digest('hex'), crc32: hex32(crc) }),
  };
}

/** A file's chunks, as long as they are what the other product says of them. */
async function* checked(file: SourceFile, digest: ReturnType<typeof newDigest>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of readable(file)) {
    size += chunk.length;
    if (size > file.sizeBytes) continue; // only counted
    digest.add(chunk);
    yield chunk;
  }
  if (size !== file.sizeBytes)
    throw new Unfit('sizeMismatch', `${size} of ${file.sizeBytes} bytes are there`);
  const differs = (sum: string | null | undefined, ours: string) => !!sum && sum.toLowerCase() !== ours;
  if (differs(file.md5, digest.md5()) || differs(file.sha256, digest.sums().sha256))
    throw new Unfit('checksumMismatch', 'its bytes don’t match its checksum');
}

async function* readable(file: SourceFile): AsyncGenerator<Buffer> {
  try {
    for await (const { buffer, byteOffset, byteLength } of file.read())
      yield Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    // The source is away, and with it more than this file.
    if (error instanceof BadConfiguration && !(error instanceof Damaged)) throw error;
    throw new Unfit('bytesMissing', `can’t be read: ${error instanceof Error ? error.message : error}`);
  }
}

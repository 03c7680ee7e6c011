import 'server-only';
import { createHash } from 'node:crypto';
import type { Context } from '@/lib/server/context';
import type { Storage } from '@/lib/server/storage/port';
import { type CompleteFile, completeFiles, sha256Of } from './stored-files';

const atOnce = 4;

type CopyRun = {
  from: Storage;
  to: Storage;
  /** Ids of files that are already copied and verified. */
  done: Set<string>;
  /** Called after a copy was read back and verified. */
  verified: (file: CompleteFile) => Promise<void>;
  failed: (file: CompleteFile, error: unknown) => void;
};

/**
 * Copies files that aren't done, verifying each copy by sha256, and returns their number. The source is
 * unchanged. Can be repeated after any interruption.
 */
export async function copyFiles(ctx: Context, copying: CopyRun): Promise<number> {
  const files = completeFiles(ctx);
  let copied = 0;
  const worker = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      if (copying.done.has(next.value.id)) continue;
      if (await copyOne(ctx, next.value, copying)) copied++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return copied;
}

async function copyOne(ctx: Context, file: CompleteFile, copying: CopyRun): Promise<boolean> {
  const { to, done } = copying;
  const isGone = async () => (await ctx.db.file.count({ where: { id: file.id } })) === 0;
  if (!(await isCopied(to, file))) {
    try {
      await copyBytes(file, copying);
    } catch (error) {
      await to.remove(file.id);
      if (!(await isGone())) copying.failed(file, error);
      return false;
    }
  }
  // Deleted meanwhile: its removal was noted before there was anything to remove.
  if (await isGone()) await to.remove(file.id);
  await copying.verified(file);
  done.add(file.id);
  return true;
}

/** A killed run may have copied the file without recording it. */
async function isCopied(to: Storage, { id, sizeBytes, sha256 }: CompleteFile): Promise<boolean> {
  if (sha256 === null || sizeBytes === 0) return false;
  return (await sha256Of(to, id, sizeBytes).catch(() => null)) === sha256;
}

async function copyBytes({ id, sizeBytes, sha256 }: CompleteFile, { from, to }: CopyRun): Promise<void> {
  const hash = createHash('sha256');
  const writer = await to.openWriter(id, 0, sizeBytes);
  try {
    let position = 0;
    if (sizeBytes > 0) {
      for await (const part of from.read(id, { start: 0, end: sizeBytes - 1 })) {
        hash.update(part);
        await writeAll(writer, Buffer.from(part), position); // the reader's buffer is only lent
        position += part.length;
      }
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
  const read = hash.digest('hex');
  if (sha256 !== null && sha256 !== read) throw new Error('The file is damaged where it is.');
  await to.finish(id, sizeBytes);
  if ((await sha256Of(to, id, sizeBytes)) !== read) throw new Error('The copy is not what was written.');
}

type CopyWriter = Awaited<ReturnType<Storage['openWriter']>>;

async function writeAll(writer: CopyWriter, bytes: Buffer, position: number): Promise<void> {
  for (let taken = 0; taken < bytes.length; ) {
    const written = await writer.write([bytes.subarray(taken)], position + taken);
    if (written === 0) throw new Error('There is no space left.');
    taken += written;
  }
}

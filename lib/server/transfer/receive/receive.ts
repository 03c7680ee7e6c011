import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { skipBytes, takeBytes } from '@/lib/server/storage/chunks';
import type { FileWriter } from '@/lib/server/storage/port';
import { updateCrc32 } from '../crc32';
import { createCheckpoints, type OffsetCrc, type Progress, type SaveProgress } from './checkpoints';
import { dropSha256 } from './digests';

/** Nothing of a body counts until its checksum matches. */
export type ChecksumVerifier = { update: (chunks: Buffer[]) => void; matches: () => boolean };

type ReceiveTarget = {
  writer: FileWriter;
  save: SaveProgress;
  progress: Progress;
  checksum?: ChecksumVerifier | null;
};

/**
 * Writes buffers from `progress.offset` on and advances it. Saves checkpoints on the way and at the end; only saved bytes
 * count as received. Everything received is saved before an error is rethrown.
 */
export async function receive(buffers: AsyncIterable<Buffer[]>, target: ReceiveTarget): Promise<void> {
  const writeTarget = { ...target, marks: [] };
  const checkpoints = createCheckpoints(writeTarget);
  if (target.checksum) return receiveVerified(buffers, writeTarget, target.checksum, checkpoints.finish);
  const failure = await writeAll(buffers, writeTarget, checkpoints.startIfDue).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await checkpoints.finish();
  if (failure) throw failure.error;
}

/** Stores all of the body or nothing. */
async function receiveVerified(
  buffers: AsyncIterable<Buffer[]>,
  target: WriteTarget,
  checksum: ChecksumVerifier,
  save: () => Promise<void>,
): Promise<void> {
  const { progress } = target;
  const { offset, crc32 } = progress;
  try {
    await writeAll(buffers, target, checksum.update);
    if (!checksum.matches()) throw new AppError('upload.checksumMismatch');
  } catch (error) {
    dropSha256(progress);
    Object.assign(progress, { offset, crc32 });
    throw error;
  }
  await save();
}

type WriteTarget = ReceiveTarget & { marks: OffsetCrc[] };

async function writeAll(
  buffers: AsyncIterable<Buffer[]>,
  target: WriteTarget,
  onWritten: (chunks: Buffer[]) => void,
): Promise<void> {
  const { progress, writer, marks } = target;
  for await (const chunks of buffers) {
    for (let rest = chunks; rest.length > 0; ) {
      const left = leftInPart(writer, progress.offset);
      await writeChunks(takeBytes(rest, left), target);
      rest = skipBytes(rest, left);
      const { offset, crc32 } = progress;
      if (leftInPart(writer, offset) === writer.partBytes) marks.push({ offset, crc32 });
    }
    onWritten(chunks);
  }
}

const leftInPart = ({ partBytes }: FileWriter, offset: number): number =>
  partBytes === null ? Number.POSITIVE_INFINITY : partBytes - (offset % partBytes);

async function writeChunks(chunks: Buffer[], { writer, progress }: WriteTarget): Promise<void> {
  for (let rest = chunks; rest.length > 0; ) {
    const writing = writer.write(rest, progress.offset);
    // Hashes all bytes while the disk works, assuming that it takes all of them.
    const [written, hashed] = await Promise.allSettled([writing, updateDigests(rest, progress)]);
    if (written.status === 'rejected' || written.value === 0) {
      dropSha256(progress); // it includes bytes that weren't written
      throw written.status === 'rejected' ? written.reason : new AppError('storage.full');
    }
    progress.offset += written.value;
    const left = skipBytes(rest, written.value);
    if (left.length > 0 || hashed.status === 'rejected') {
      progress.crc32 = updateCrc32(takeBytes(rest, written.value), progress.crc32);
      dropSha256(progress); // it includes bytes that weren't written, or its thread is gone
    } else {
      progress.crc32 = hashed.value;
    }
    rest = left;
  }
}

/** @returns the crc32 of all bytes so far */
const updateDigests = async (chunks: Buffer[], { sha256, crc32 }: Progress): Promise<number> =>
  sha256 ? sha256.update(chunks, crc32) : updateCrc32(chunks, crc32);

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { skipBytes, takeBytes } from '@/lib/server/storage/chunks';
import type { FileWriter } from '@/lib/server/storage/port';
import { crcOf } from '../crc32';
import { checkpointsOf, type Mark, type Progress, type Save } from './checkpoints';
import { loseSha } from './digests';

/** What the sum of one request's body has to be; until that is known, nothing of the body counts. */
export type ExpectedChecksum = { update: (chunks: Buffer[]) => void; matches: () => boolean };

type Target = {
  writer: FileWriter;
  save: Save;
  progress: Progress;
  /** What the body's own checksum has to be. */
  expected?: ExpectedChecksum | null;
};

/**
 * Writes buffers one after the other from `progress.offset` on, which grows by what was really taken. About once a
 * second (of little, every three) what is on stable storage by then is saved, and at the end everything; only that
 * counts as arrived. However the buffers end, everything that came is stored and saved before the failure, if there
 * was one, goes on to the caller.
 */
export async function receive(buffers: AsyncIterable<Buffer[]>, target: Target): Promise<void> {
  const writing = { ...target, marks: [] };
  const checkpoints = checkpointsOf(writing);
  if (target.expected) return receiveExpected(buffers, writing, target.expected, checkpoints.last);
  const failure = await writeAll(buffers, writing, checkpoints.whenDue).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await checkpoints.last();
  if (failure) throw failure.error;
}

/** All of it or nothing: without its last byte nobody knows whether a body is what its sender meant. */
async function receiveExpected(
  buffers: AsyncIterable<Buffer[]>,
  target: Writing,
  expected: ExpectedChecksum,
  save: () => Promise<void>,
): Promise<void> {
  const { progress } = target;
  const { offset, crc32 } = progress;
  try {
    await writeAll(buffers, target, expected.update);
    if (!expected.matches()) throw new AppError('upload.checksumMismatch');
  } catch (error) {
    loseSha(progress);
    Object.assign(progress, { offset, crc32 });
    throw error;
  }
  await save();
}

type Writing = Target & { marks: Mark[] };

async function writeAll(
  buffers: AsyncIterable<Buffer[]>,
  target: Writing,
  then: (chunks: Buffer[]) => void,
): Promise<void> {
  const { progress, writer, marks } = target;
  for await (const chunks of buffers) {
    for (let rest = chunks; rest.length > 0; ) {
      const room = roomInPart(writer, progress.offset);
      await writeChunks(takeBytes(rest, room), target);
      rest = skipBytes(rest, room);
      const { offset, crc32 } = progress;
      if (roomInPart(writer, offset) === writer.partBytes) marks.push({ offset, crc32 });
    }
    then(chunks);
  }
}

/** Bytes until the writer's next part begins. */
const roomInPart = ({ partBytes }: FileWriter, offset: number): number =>
  partBytes === null ? Number.POSITIVE_INFINITY : partBytes - (offset % partBytes);

async function writeChunks(chunks: Buffer[], { writer, progress }: Writing): Promise<void> {
  for (let rest = chunks; rest.length > 0; ) {
    const writing = writer.write(rest, progress.offset);
    // Computed while the disk works; right as long as it takes all.
    const [taken, hashed] = await Promise.allSettled([writing, hashOf(rest, progress)]);
    if (taken.status === 'rejected' || taken.value === 0) {
      loseSha(progress); // it includes what wasn't taken
      throw taken.status === 'rejected' ? taken.reason : new AppError('storage.full');
    }
    progress.offset += taken.value;
    const left = skipBytes(rest, taken.value);
    if (left.length > 0 || hashed.status === 'rejected') {
      progress.crc32 = crcOf(takeBytes(rest, taken.value), progress.crc32);
      loseSha(progress); // it includes more than was taken, or its thread is gone
    } else {
      progress.crc32 = hashed.value;
    }
    rest = left;
  }
}

/** Takes chunks into the running checksums; answers with the crc32 of all bytes so far. */
const hashOf = async (chunks: Buffer[], { sha256, crc32 }: Progress): Promise<number> =>
  sha256 ? sha256.update(chunks, crc32) : crcOf(chunks, crc32);

import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { bytesIn, skipBytes, takeBytes } from '@/lib/server/storage/chunks';
import type { FileWriter } from '@/lib/server/storage/port';
import { type Digests, dropSha256, updateCrc32 } from './digests';

/** Nothing of a body counts until its checksum matches. */
export type ChecksumVerifier = { update: (chunks: Buffer[]) => void; matches: () => boolean };

export type Progress = Digests & { offset: number };

/** The crc32 of all bytes before `offset`. */
type OffsetCrc = { offset: number; crc32: number };

/** Bytes on stable storage. `isLast` marks the request's last ones. */
export type DurableRange = { from: number; to: number; crc32: number; isLast: boolean };

type SaveProgress = (progress: DurableRange) => Promise<void>;

type ReceiveTarget = {
  writer: FileWriter;
  save: SaveProgress;
  progress: Progress;
  checksum?: ChecksumVerifier | null;
};

/**
 * `marks` are ends of the writer's parts that may not be on stable storage yet. `written` runs ahead of
 * `progress.offset` by what is being summed.
 */
type WriteTarget = ReceiveTarget & { marks: OffsetCrc[]; written: number; summing: Promise<void> };

/**
 * Writes buffers from `progress.offset` on and advances it. Saves checkpoints on the way and at the end; only saved bytes
 * count as received. Everything received is saved before an error is rethrown.
 */
export async function receive(buffers: AsyncIterable<Buffer[]>, target: ReceiveTarget): Promise<void> {
  const written = target.progress.offset;
  const writeTarget: WriteTarget = { ...target, marks: [], written, summing: Promise.resolve() };
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
    await writeAll(watched(buffers, checksum.update), target, () => undefined);
    if (!checksum.matches()) throw new AppError('upload.checksumMismatch');
  } catch (error) {
    dropSha256(progress);
    Object.assign(progress, { offset, crc32 });
    throw error;
  }
  await save();
}

async function* watched(
  buffers: AsyncIterable<Buffer[]>,
  look: (chunks: Buffer[]) => void,
): AsyncGenerator<Buffer[]> {
  for await (const chunks of buffers) {
    look(chunks);
    yield chunks;
  }
}

async function writeAll(
  buffers: AsyncIterable<Buffer[]>,
  target: WriteTarget,
  onWritten: () => void,
): Promise<void> {
  try {
    for await (const chunks of buffers) {
      for (let rest = chunks; rest.length > 0; ) {
        const left = leftInPart(target.writer, target.written);
        const [part, others] = [takeBytes(rest, left), skipBytes(rest, left)];
        await writeChunks(part, target);
        rest = others;
      }
      onWritten();
    }
  } catch (error) {
    await target.summing.catch(() => undefined);
    throw error;
  }
  await target.summing;
}

const leftInPart = ({ partBytes }: FileWriter, offset: number): number =>
  partBytes === null ? Number.POSITIVE_INFINITY : partBytes - (offset % partBytes);

/** Sums what is written while the next is read and written. */
async function writeChunks(chunks: Buffer[], target: WriteTarget): Promise<void> {
  for (let rest = chunks; rest.length > 0; ) {
    const taken = await target.writer.write(rest, target.written);
    if (taken === 0) throw new AppError('storage.full');
    await target.summing;
    target.written += taken;
    const left = skipBytes(rest, taken);
    target.summing = sum(takeBytes(rest, taken), target);
    target.summing.catch(() => undefined); // thrown by the next one that waits
    rest = left;
  }
}

/** @throws server.unavailable when the bytes were lost with the thread: they are asked for again */
async function sum(chunks: Buffer[], { progress, writer, marks }: WriteTarget): Promise<void> {
  const sizeBytes = bytesIn(chunks);
  progress.crc32 = await updateDigests(chunks, progress).catch((error: unknown) => {
    dropSha256(progress);
    if (bytesIn(chunks) < sizeBytes) throw error;
    return updateCrc32(chunks, progress.crc32);
  });
  progress.offset += sizeBytes;
  const { offset, crc32 } = progress;
  if (leftInPart(writer, offset) === writer.partBytes) marks.push({ offset, crc32 });
}

/** @returns the crc32 of all bytes so far */
const updateDigests = async (chunks: Buffer[], { sha256, crc32 }: Progress): Promise<number> =>
  sha256 ? sha256.update(chunks, crc32) : updateCrc32(chunks, crc32);

const checkpointMs = 1_000;
/** Less progress waits for `slowCheckpointMs`: there may be hundreds of slow clients, and each checkpoint costs a sync. */
const checkpointBytes = 1024 * 1024;
const slowCheckpointMs = 3_000;
/** After this time an unfinished part is synced, too. */
const partialSyncMs = 10_000;

function createCheckpoints({ writer, save, progress, marks }: WriteTarget) {
  let saved = progress.offset;
  let savedAt = Date.now();
  let advancedAt = savedAt;
  let running: Promise<void> | null = null;
  let fatalError: AppError | null = null;

  const saveUpTo = async ({ offset: to, crc32 }: OffsetCrc, isLast = false) => {
    if (to === saved) return;
    await save({ from: saved, to, crc32, isLast });
    saved = to;
    advancedAt = Date.now();
  };
  const checkpoint = async () => {
    savedAt = Date.now();
    const reached = { offset: progress.offset, crc32: progress.crc32 };
    if (reached.offset === saved) return;
    const settled = await writer.durableOffset();
    if (writer.partBytes === null) return saveUpTo(reached);
    while (marks[1] && marks[1].offset <= settled) marks.shift();
    if (marks[0] && marks[0].offset <= settled && marks[0].offset > saved) return saveUpTo(marks[0]);
    if (Date.now() - advancedAt < partialSyncMs) return;
    await writer.sync();
    await saveUpTo(reached);
  };
  const noteError = (error: unknown) => {
    // An outage may be over by the next checkpoint; a lost upload stays lost.
    if (error instanceof AppError && error.status < 500) fatalError = error;
  };

  return {
    /** Doesn't wait for the checkpoint. @throws the fatal error of an earlier one */
    startIfDue: () => {
      if (fatalError) throw fatalError;
      const isLittle = progress.offset - saved < checkpointBytes;
      if (running || Date.now() - savedAt < (isLittle ? slowCheckpointMs : checkpointMs)) return;
      running = checkpoint()
        .catch(noteError)
        .finally(() => {
          running = null;
        });
    },
    /** Syncs and saves all bytes. */
    finish: async () => {
      await running;
      if (progress.offset === saved) return;
      try {
        await writer.sync();
      } catch (error) {
        await checkpoint().catch(() => undefined); // some bytes may be durable all the same
        throw error;
      }
      await saveUpTo(progress, true);
    },
  };
}

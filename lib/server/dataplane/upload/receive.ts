import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/storage';
import { ChecksumMismatch, type Promised } from './checksum';
import { crcOf, type Digests, loseSha } from './digests';

const checkpointMs = 1_000;
/** What is worth a sync and a statement that often; of slow clients there may be hundreds. */
const checkpointBytes = 1024 * 1024;
const patienceMs = 3_000;

export type Progress = Digests & { offset: number };

/** Bytes that are on stable storage now; nothing follows the last ones in this request. */
export type Saved = { from: number; to: number; crc32: number; isLast: boolean };

/** Notes in the database that everything up to `to` is on stable storage. */
type Save = (progress: Saved) => Promise<void>;

/**
 * Writes batches one after the other from `progress.offset` on, which grows by what was really taken. About once a
 * second (for little, every three) and at the end, what is written is synced and then saved; only that counts as arrived. However the batches
 * end, everything that came is stored and saved before the failure, if there was one, goes on to the caller. Only a file
 * of `wholeBytes` that came from its first to its last byte since then is left to whoever makes it final, which syncs.
 */
export async function receive(batches: AsyncIterable<Buffer[]>, target: Target): Promise<void> {
  const checkpoints = checkpointsOf(target);
  if (target.promised) return receivePromised(batches, target, target.promised, checkpoints.last);
  const failure = await writeAll(batches, target, checkpoints.whenDue).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await checkpoints.last();
  if (failure) throw failure.error;
}

/** All of it or nothing: without its last byte nobody knows whether a body is what its sender meant. */
async function receivePromised(
  batches: AsyncIterable<Buffer[]>,
  target: Target,
  promised: Promised,
  save: () => Promise<void>,
): Promise<void> {
  const { progress } = target;
  const { offset, crc32 } = progress;
  try {
    await writeAll(batches, target, promised.update);
    if (!promised.isKept()) throw new ChecksumMismatch();
  } catch (error) {
    loseSha(progress);
    Object.assign(progress, { offset, crc32 });
    throw error;
  }
  await save();
}

type Target = {
  writer: FileWriter;
  save: Save;
  progress: Progress;
  wholeBytes?: number;
  /** What the body's own checksum has to be. */
  promised?: Promised | null;
};

async function writeAll(
  batches: AsyncIterable<Buffer[]>,
  target: Target,
  then: (batch: Buffer[]) => void,
): Promise<void> {
  for await (const batch of batches) {
    await writeBatch(batch, target);
    then(batch);
  }
}

async function writeBatch(batch: Buffer[], { writer, progress }: Target): Promise<void> {
  for (let rest = batch; rest.length > 0; ) {
    const writing = writer.write(rest, progress.offset);
    // Computed while the disk works; right as long as it takes all.
    const [taken, hashed] = await Promise.allSettled([writing, hashOf(rest, progress)]);
    if (taken.status === 'rejected' || taken.value === 0) {
      loseSha(progress); // it has seen what wasn't taken
      throw taken.status === 'rejected' ? taken.reason : new AppError('storage.full');
    }
    progress.offset += taken.value;
    const left = dropBytes(rest, taken.value);
    if (left.length > 0 || hashed.status === 'rejected') {
      progress.crc32 = crcOf(takeBytes(rest, taken.value), progress.crc32);
      loseSha(progress); // it has seen more than was taken, or is no more
    } else {
      progress.crc32 = hashed.value;
    }
    rest = left;
  }
}

/** Takes a batch into the running checksums; answers with the crc32 of all bytes so far. */
const hashOf = async (batch: Buffer[], { sha256, crc32 }: Progress): Promise<number> =>
  sha256 ? sha256.update(batch, crc32) : crcOf(batch, crc32);

/** One checkpoint at a time; a new one starts where the last one ended. */
function checkpointsOf({ writer, save, progress, wholeBytes }: Target) {
  let saved = progress.offset;
  let savedAt = Date.now();
  let running: Promise<void> | null = null;
  let refusal: AppError | null = null;

  const checkpoint = async (isLast: boolean) => {
    const { offset: to, crc32 } = progress;
    if (to === saved) return;
    savedAt = Date.now();
    await writer.sync();
    await save({ from: saved, to, crc32, isLast });
    saved = to;
  };
  const note = (error: unknown) => {
    // An outage may be over by the next checkpoint; an upload that is no longer ours stays so.
    if (error instanceof AppError && error.status < 500) refusal = error;
  };

  return {
    whenDue: () => {
      if (refusal) throw refusal;
      const isLittle = progress.offset - saved < checkpointBytes;
      if (running || Date.now() - savedAt < (isLittle ? patienceMs : checkpointMs)) return;
      running = checkpoint(false)
        .catch(note)
        .finally(() => {
          running = null;
        });
    },
    last: async () => {
      await running;
      if (saved === 0 && progress.offset === wholeBytes) return;
      await checkpoint(true);
    },
  };
}

function takeBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((chunk) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    return part.length > 0 ? [part] : [];
  });
}

function dropBytes(batch: Buffer[], count: number): Buffer[] {
  let left = count;
  return batch.flatMap((chunk) => {
    const part = chunk.subarray(left);
    left -= chunk.length - part.length;
    return part.length > 0 ? [part] : [];
  });
}

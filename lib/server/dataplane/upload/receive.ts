import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/storage';
import { crcOf, type Digests } from './digests';

const checkpointMs = 1_000;
/** After this long without a full piece, what there is of it is made stable: it may be minutes of a slow upload. */
const hurryMs = 10_000;

export type Progress = Digests & { offset: number };

/** Notes in the database that everything up to `to` is on stable storage. */
type Save = (progress: { from: number; to: number; crc32: number }) => Promise<void>;

/**
 * Writes batches one after the other from `progress.offset` on, which grows by what was really taken. About once a
 * second what is on stable storage by then is saved, and at the end everything; only that counts as arrived. However
 * the batches end, everything that came is stored and saved before the failure, if there was one, goes on to the
 * caller.
 */
export async function receive(
  batches: AsyncIterable<Buffer[]>,
  target: { writer: FileWriter; save: Save; progress: Progress },
): Promise<void> {
  const marks: Mark[] = [];
  const checkpoints = checkpointsOf(target, marks);
  const failure = await writeAll(batches, target, marks, checkpoints.whenDue).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await checkpoints.last();
  if (failure) throw failure.error;
}

type Target = Parameters<typeof receive>[1];

/** The checksum of a file's bytes up to where one of the writer's pieces ends, which may become stable later. */
type Mark = { offset: number; crc32: number };

async function writeAll(
  batches: AsyncIterable<Buffer[]>,
  target: Target,
  marks: Mark[],
  whenDue: () => void,
) {
  const { progress, writer } = target;
  for await (const batch of batches) {
    for (let rest = batch; rest.length > 0; ) {
      const room = roomInPiece(writer, progress.offset);
      await writeBatch(takeBytes(rest, room), target);
      rest = dropBytes(rest, room);
      const { offset, crc32 } = progress;
      if (roomInPiece(writer, offset) === writer.pieceBytes) marks.push({ offset, crc32 });
    }
    whenDue();
  }
}

/** Bytes until the writer's next piece begins. */
const roomInPiece = ({ pieceBytes }: FileWriter, offset: number): number =>
  pieceBytes === null ? Number.POSITIVE_INFINITY : pieceBytes - (offset % pieceBytes);

async function writeBatch(batch: Buffer[], { writer, progress }: Target): Promise<void> {
  for (let rest = batch; rest.length > 0; ) {
    const writing = writer.write(rest, progress.offset);
    // Computed while the disk works; right as long as it takes all.
    const crc32 = crcOf(rest, progress.crc32);
    for (const chunk of rest) progress.sha256?.update(chunk);
    const written = await writing.catch((error: unknown) => {
      progress.sha256 = null; // it has seen what wasn't taken
      throw error;
    });
    if (written === 0) throw new AppError('storage.full');
    progress.offset += written;
    const left = dropBytes(rest, written);
    if (left.length > 0) {
      progress.crc32 = crcOf(takeBytes(rest, written), progress.crc32);
      progress.sha256 = null; // it has seen more than was taken
    } else {
      progress.crc32 = crc32;
    }
    rest = left;
  }
}

/** One checkpoint at a time; a new one starts where the last one ended. */
function checkpointsOf({ writer, save, progress }: Target, marks: Mark[]) {
  let saved = progress.offset;
  let savedAt = Date.now();
  let advancedAt = savedAt;
  let running: Promise<void> | null = null;
  let refusal: AppError | null = null;

  const saveUpTo = async ({ offset: to, crc32 }: Mark) => {
    if (to === saved) return;
    await save({ from: saved, to, crc32 });
    saved = to;
    advancedAt = Date.now();
  };
  /** What has become stable by itself: with a writer of pieces, those without a gap before them. */
  const checkpoint = async () => {
    savedAt = Date.now();
    const reached = { offset: progress.offset, crc32: progress.crc32 };
    if (reached.offset === saved) return;
    const settled = await writer.settled();
    if (writer.pieceBytes === null) return saveUpTo(reached);
    while (marks[1] && marks[1].offset <= settled) marks.shift();
    if (marks[0] && marks[0].offset <= settled && marks[0].offset > saved) return saveUpTo(marks[0]);
    if (Date.now() - advancedAt < hurryMs) return;
    await writer.sync();
    await saveUpTo(reached);
  };
  const last = async () => {
    if (progress.offset === saved) return;
    try {
      await writer.sync();
    } catch (error) {
      await checkpoint().catch(() => undefined); // some of it may be stable all the same
      throw error;
    }
    await saveUpTo(progress);
  };
  const note = (error: unknown) => {
    // An outage may be over by the next checkpoint; an upload that is no longer ours stays so.
    if (error instanceof AppError && error.status < 500) refusal = error;
  };

  return {
    whenDue: () => {
      if (refusal) throw refusal;
      if (running || Date.now() - savedAt < checkpointMs) return;
      running = checkpoint()
        .catch(note)
        .finally(() => {
          running = null;
        });
    },
    last: async () => {
      await running;
      await last();
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

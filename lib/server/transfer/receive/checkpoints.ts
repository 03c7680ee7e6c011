import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/port';
import type { Digests } from './digests';

const checkpointMs = 1_000;
/** Less progress waits for `slowCheckpointMs`: there may be hundreds of slow clients, and each checkpoint costs a sync. */
const checkpointBytes = 1024 * 1024;
const slowCheckpointMs = 3_000;
/** After this time an unfinished part is synced, too. */
const partialSyncMs = 10_000;

export type Progress = Digests & { offset: number };

/** The crc32 of all bytes before `offset`. */
export type OffsetCrc = { offset: number; crc32: number };

/** Bytes on stable storage. `isLast` marks the request's last ones. */
export type DurableRange = { from: number; to: number; crc32: number; isLast: boolean };

export type SaveProgress = (progress: DurableRange) => Promise<void>;

type CheckpointTarget = {
  writer: FileWriter;
  save: SaveProgress;
  progress: Progress;
  /** Ends of the writer's parts that may not be on stable storage yet. */
  marks: OffsetCrc[];
};

export function createCheckpoints({ writer, save, progress, marks }: CheckpointTarget) {
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

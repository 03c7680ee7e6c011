import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/port';
import type { Digests } from './digests';

const checkpointMs = 1_000;
/** How much progress is worth a sync and a statement that often: there may be hundreds of slow clients. */
const checkpointBytes = 1024 * 1024;
const patienceMs = 3_000;
/** After this long without a full part, what there is of it is made stable: that may be minutes of a slow upload. */
const hurryMs = 10_000;

export type Progress = Digests & { offset: number };

/** The checksum of a file's bytes up to some place. */
export type Mark = { offset: number; crc32: number };

/** Bytes that are on stable storage now; nothing follows the last ones in this request. */
export type Saved = { from: number; to: number; crc32: number; isLast: boolean };

/** Notes in the database that everything up to `to` is on stable storage. */
export type Save = (progress: Saved) => Promise<void>;

type Target = {
  writer: FileWriter;
  save: Save;
  progress: Progress;
  /** Where the writer's parts ended, which may become stable later. */
  marks: Mark[];
};

/** One checkpoint at a time; a new one starts where the last one ended. */
export function checkpointsOf({ writer, save, progress, marks }: Target) {
  let saved = progress.offset;
  let savedAt = Date.now();
  let advancedAt = savedAt;
  let running: Promise<void> | null = null;
  let refusal: AppError | null = null;

  const saveUpTo = async ({ offset: to, crc32 }: Mark, isLast = false) => {
    if (to === saved) return;
    await save({ from: saved, to, crc32, isLast });
    saved = to;
    advancedAt = Date.now();
  };
  /** What has become stable by itself: with a writer of parts, those without a gap before them. */
  const checkpoint = async () => {
    savedAt = Date.now();
    const reached = { offset: progress.offset, crc32: progress.crc32 };
    if (reached.offset === saved) return;
    const settled = await writer.durableOffset();
    if (writer.partBytes === null) return saveUpTo(reached);
    while (marks[1] && marks[1].offset <= settled) marks.shift();
    if (marks[0] && marks[0].offset <= settled && marks[0].offset > saved) return saveUpTo(marks[0]);
    if (Date.now() - advancedAt < hurryMs) return;
    await writer.sync();
    await saveUpTo(reached);
  };
  const note = (error: unknown) => {
    // An outage may be over by the next checkpoint; an upload that is no longer ours stays so.
    if (error instanceof AppError && error.status < 500) refusal = error;
  };

  return {
    /** Begins a checkpoint if one is due, and doesn't wait for it. @throws what an earlier one was refused with */
    whenDue: () => {
      if (refusal) throw refusal;
      const isLittle = progress.offset - saved < checkpointBytes;
      if (running || Date.now() - savedAt < (isLittle ? patienceMs : checkpointMs)) return;
      running = checkpoint()
        .catch(note)
        .finally(() => {
          running = null;
        });
    },
    /** Makes all bytes stable and saves that. What fails here is thrown, but what is stable all the same is saved. */
    last: async () => {
      await running;
      if (progress.offset === saved) return;
      try {
        await writer.sync();
      } catch (error) {
        await checkpoint().catch(() => undefined); // some of it may be stable all the same
        throw error;
      }
      await saveUpTo(progress, true);
    },
  };
}

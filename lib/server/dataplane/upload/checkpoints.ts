import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/storage';

const checkpointMs = 1_000;
/** What is worth a sync and a statement that often; of slow clients there may be hundreds. */
const checkpointBytes = 1024 * 1024;
const patienceMs = 3_000;

/** Bytes that are on stable storage now; nothing follows the last ones in this request. */
export type Saved = { from: number; to: number; crc32: number; isLast: boolean };

/** Notes in the database that everything up to `to` is on stable storage. */
export type Save = (progress: Saved) => Promise<void>;

type Saving = {
  writer: FileWriter;
  save: Save;
  /** How far writing is, which goes on meanwhile. */
  progress: { offset: number; crc32: number };
  wholeBytes?: number;
};

/** One checkpoint at a time; a new one starts where the last one ended. */
export function checkpointsOf({ writer, save, progress, wholeBytes }: Saving) {
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

import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import { checkedId } from '../checked-id';
import type { Storage } from '../port';
import { storeInSteps } from '../store-in-steps';
import { storeSmall } from '../workers/disk-thread';
import { fileHandles } from './file-handles';
import { finishFile } from './finish';
import { listDisk } from './list';
import { checkMark, probeFolder } from './mark';
import { readRange } from './read-range';
import { joinSegments, openSegment, removeSources, segmentsFolder } from './segments';
import { translated } from './translated';
import { diskWriter, openIncoming } from './writer';

/**
 * Files below `dataDir`: incoming ones under `incoming/`, complete ones under `files/`, spread over a thousand folders.
 * A file becomes final by a rename after its bytes are on stable storage, so a complete one is never half there.
 * @param isMarked whether the folder must be the one that was named at the start, see mark.ts
 */
export function diskStorage(dataDir: string, { isMarked = false } = {}): Storage {
  const allow = async () => (isMarked ? checkMark(dataDir).catch(missing) : undefined);
  const incoming = (id: string) => path.join(dataDir, 'incoming', checkedId(id));
  const final = (id: string) => path.join(dataDir, 'files', shard(id), checkedId(id));

  const reads = fileHandles();

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, _maxBytes, generation = 0n) =>
      translated(async () => {
        if (generation === 0n) return diskWriter(await openIncoming(incoming(id), offset, allow), { offset });
        const { file, start } = await openSegment(incoming(id), offset, generation);
        return diskWriter(file, { offset, start });
      }),
    finish: (id, sizeBytes, generation = 0n) =>
      translated(async () => {
        if (generation === 0n) return finishFile(incoming(id), final(id), sizeBytes);
        const whole = await joinSegments(incoming(id), sizeBytes, generation);
        await removeSources(incoming(id));
        await finishFile(whole, final(id), sizeBytes);
        await fs.rm(segmentsFolder(incoming(id)), { recursive: true, force: true });
      }),
  };
  return {
    ...steps,
    storeWhole: (id, chunks) =>
      translated(() =>
        storeSmall(incoming(id), final(id), chunks).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          await storeInSteps(steps, id, chunks); // which make the folders
        }),
      ),
    read: async function* (id, range) {
      const reading = await reads.read(final(id)).catch(missing);
      try {
        yield* readRange(reading.handle, range);
      } catch (error) {
        reads.forget(final(id)); // a network's disk that came back knows nothing of what was open before
        throw error instanceof AppError ? error : missing(error);
      } finally {
        await reading.end();
      }
    },
    placeOf: async (id) => {
      await fs.access(final(id)).catch(missing);
      return path.relative(dataDir, final(id));
    },
    remove: async (id) => {
      const rest = segmentsFolder(incoming(id));
      const gone = [incoming(id), final(id)].map((file) => fs.rm(file, { force: true }));
      await Promise.all([...gone, fs.rm(rest, { recursive: true, force: true })]);
      reads.forget(final(id));
    },
    probe: () => probeFolder(dataDir),
    list: () => listDisk(dataDir),
    leftovers: async function* () {
      // Whatever lies there has a file's name.
    },
  };
}

/** A folder by the id's last two characters: folders fill evenly, and files of one moment share one (file-id.ts). */
const shard = (id: string) => checkedId(id).slice(-2).toLowerCase();

function missing(error: unknown): never {
  throw new AppError('server.unavailable', {}, { cause: error });
}

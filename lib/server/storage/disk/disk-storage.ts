import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import { checkedId } from '@/lib/server/ids';
import { lazyThread } from '@/lib/server/thread';
import { bytesIn } from '../chunks';
import { type Storage, storeInSteps } from '../port';
import { checkStorageId, listDisk, probeFolder } from './data-folder';
import { type DiskFolders, foldersIn, incomingFolder, syncFolder } from './folders';
import { fileHandleCache, readRange } from './read-file';
import { joinSegments, openSegment, removeSources, segmentsFolder } from './segments';
import { diskWriter, openIncoming, translateSystemErrors } from './writer';

/**
 * Stores files: incoming ones in `incoming/`, complete ones beside it. A rename after the sync makes a file final, so a
 * complete file is never partial.
 * @param place a folder for all of it, or where each part lies
 * @param hasStorageId requires the folder's id file, see data-folder.ts
 */
export function diskStorage(place: string | DiskFolders, { isMarked: hasStorageId = false } = {}): Storage {
  const folders = typeof place === 'string' ? foldersIn(place) : place;
  const checkFolder = async () =>
    hasStorageId ? checkStorageId(folders.root).catch(unavailable) : undefined;
  const incoming = (id: string) => path.join(incomingFolder(folders), checkedId(id));
  const final = (id: string) => path.join(folders.files, shard(id), checkedId(id));

  const handles = fileHandleCache();

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, _maxBytes, generation = 0n) =>
      translateSystemErrors(async () => {
        if (generation === 0n)
          return diskWriter(await openIncoming(incoming(id), offset, checkFolder), { offset });
        const { file, start } = await openSegment(incoming(id), offset, generation);
        return diskWriter(file, { offset, start });
      }),
    finish: (id, sizeBytes, generation = 0n) =>
      translateSystemErrors(async () => {
        if (generation === 0n) {
          await finishFile(incoming(id), final(id), sizeBytes);
          return undefined;
        }
        const whole = await joinSegments(incoming(id), sizeBytes, generation);
        await removeSources(incoming(id));
        await finishFile(whole, final(id), sizeBytes);
        await fs.rm(segmentsFolder(incoming(id)), { recursive: true, force: true });
        return undefined;
      }),
  };
  return {
    ...steps,
    storeWhole: (id, chunks) =>
      translateSystemErrors(() =>
        storeSmallFile(incoming(id), final(id), chunks).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          await storeInSteps(steps, id, chunks); // creates the folders
        }),
      ),
    read: async function* (id, range) {
      const use = await handles.read(final(id)).catch(unavailable);
      try {
        yield* readRange(use.handle, range);
      } catch (error) {
        handles.forget(final(id)); // a network disk that was mounted again doesn't know the old handles
        throw error instanceof AppError ? error : unavailable(error);
      } finally {
        await use.release();
      }
    },
    pathOf: async (id) => {
      await fs.access(final(id)).catch(unavailable);
      return path.relative(folders.root, final(id));
    },
    remove: async (id) => {
      const rest = segmentsFolder(incoming(id));
      const gone = [incoming(id), final(id)].map((file) => fs.rm(file, { force: true }));
      await Promise.all([...gone, fs.rm(rest, { recursive: true, force: true })]);
      handles.forget(final(id));
    },
    probe: () => probeFolder(folders),
    list: () => listDisk(folders),
    leftovers: async function* () {
      // Every entry is named by a file id.
    },
  };
}

/** Uses the id's last two characters: folders fill evenly, and files stored together share one (ids.ts). */
const shard = (id: string) => checkedId(id).slice(-2).toLowerCase();

const diskThread = lazyThread('lib/server/storage/disk/disk-worker.mjs');

function storeSmallFile(from: string, to: string, chunks: Buffer[]): Promise<void> {
  const bytes = new Uint8Array(bytesIn(chunks));
  let filled = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return diskThread().call({ from, to, bytes }, [bytes.buffer]);
}

function unavailable(error: unknown): never {
  throw new AppError('server.unavailable', {}, { cause: error });
}

/** Makes a file durable under its final name: syncs the bytes before the rename, and the folder after it. */
async function finishFile(from: string, to: string, sizeBytes: number): Promise<void> {
  const file = await fs.open(from, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && (await fs.stat(to)).size === sizeBytes) return null;
    throw error;
  });
  if (!file) return; // already final: the process ended before it could report it
  try {
    const { size } = await file.stat();
    if (size < sizeBytes) throw new Error(`${from} has ${size} bytes, ${sizeBytes} were acknowledged`);
    if (size > sizeBytes) await file.truncate(sizeBytes); // written before a crash but never acknowledged
    await file.datasync();
  } finally {
    await file.close();
  }
  const folder = path.dirname(to);
  let firstMade: string | undefined;
  await fs.rename(from, to).catch(async () => {
    firstMade = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.rename(from, to);
  });
  await syncFolder(folder);
  if (firstMade) await syncFolder(path.dirname(folder));
}

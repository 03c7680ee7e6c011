import 'server-only';
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import { checkMark, probeFolder } from './disk-mark';
import { joinSegments, openSegment, removeSources, segmentsFolder } from './disk-segments';
import { storeSmall } from './disk-thread';
import { listDisk } from './list-disk';
import { openFiles } from './open-files';
import { readRange } from './read-range';
import type { FileWriter, Storage } from './storage';
import { storeInSteps } from './store-in-steps';

/**
 * Files below `dataDir`: incoming ones under `incoming/`, complete ones under `files/`, spread over a thousand folders.
 * A file becomes final by a rename after its bytes are on stable storage, so a complete one is never half there.
 * @param isMarked whether the folder must be the one that was named at the start, see disk-mark.ts
 */
export function diskStorage(dataDir: string, { isMarked = false } = {}): Storage {
  const allow = async () => (isMarked ? checkMark(dataDir).catch(missing) : undefined);
  const incoming = (id: string) => path.join(dataDir, 'incoming', checked(id));
  const final = (id: string) => path.join(dataDir, 'files', shard(id), checked(id));

  const reads = openFiles();

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, _maxBytes, generation = 0n) =>
      translated(async () => {
        if (generation === 0n) return diskWriter(await openIncoming(incoming(id), offset, allow), { offset });
        const { file, start } = await openSegment(incoming(id), offset, generation);
        return diskWriter(file, { offset, start });
      }),
    finish: (id, sizeBytes, generation = 0n) =>
      translated(async () => {
        if (generation === 0n) return finish(incoming(id), final(id), sizeBytes);
        const whole = await joinSegments(incoming(id), sizeBytes, generation);
        await removeSources(incoming(id));
        await finish(whole, final(id), sizeBytes);
        await fs.rm(segmentsFolder(incoming(id)), { recursive: true, force: true });
      }),
  };
  return {
    ...steps,
    storeWhole: (id, batch) =>
      translated(() =>
        storeSmall(incoming(id), final(id), batch).catch(async (error: NodeJS.ErrnoException) => {
          if (!error.syscall) throw new AppError('server.unavailable', {}, { cause: error }); // the thread has died
          if (error.code !== 'ENOENT') throw error;
          await storeInSteps(steps, id, batch); // which make the folders
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

/** Ids are made by us; this is the last wall should another one ever get this far. */
function checked(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,80}$/.test(id)) throw new AppError('file.notFound');
  return id;
}

/** A folder by the id's last two characters: ids are random, so folders fill evenly. */
const shard = (id: string) => checked(id).slice(-2).toLowerCase();

type Allow = () => Promise<void>;

async function openIncoming(file: string, offset: number, allow: Allow): Promise<FileHandle> {
  if (offset === 0) return openMaking(file, allow);
  const handle = await fs.open(file, 'r+');
  const { size } = await handle.stat();
  if (size >= offset) return handle;
  await handle.close();
  throw new AppError('server.unavailable', {}, { cause: new Error(`${file}: ${size} of ${offset} bytes`) });
}

async function openMaking(file: string, allow: Allow): Promise<FileHandle> {
  const open = () => fs.open(file, constants.O_CREAT | constants.O_RDWR, 0o600);
  return open().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await allow();
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return open();
  });
}

/** @param start which byte of the whole is this file's first */
function diskWriter(file: FileHandle, { offset, start = 0 }: { offset: number; start?: number }): FileWriter {
  let written = offset;
  let isBroken = false;
  /** Linux tells once that written bytes were lost, and the next sync succeeds without them: one failure is for good. */
  const sync = () =>
    translated(async () => {
      if (isBroken) throw new AppError('server.unavailable');
      await file.datasync().catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    });
  return {
    pieceBytes: null,
    write: (batch, position) =>
      translated(async () => {
        const { bytesWritten } = await file.writev(batch, position - start);
        written = position + bytesWritten;
        return bytesWritten;
      }),
    settled: async () => {
      const reached = written;
      await sync();
      return reached;
    },
    sync,
    close: () => file.close(),
  };
}

async function finish(from: string, to: string, sizeBytes: number): Promise<void> {
  const file = await fs.open(from, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && (await fs.stat(to)).size === sizeBytes) return null;
    throw error;
  });
  if (!file) return; // it was made final already, and the process ended before it could say so
  try {
    const { size } = await file.stat();
    if (size < sizeBytes) throw new Error(`${from} has ${size} bytes, ${sizeBytes} were acknowledged`);
    if (size > sizeBytes) await file.truncate(sizeBytes); // written but never acknowledged before a crash
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

/** A rename survives a power cut only once its folder is on stable storage. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missing(error: unknown): never {
  throw new AppError('server.unavailable', {}, { cause: error });
}

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What the operating system refuses may work later; a full disk is worth telling apart. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (noSpace.has(code ?? '')) throw new AppError('storage.full', {}, { cause: error });
    if (syscall) throw new AppError('server.unavailable', {}, { cause: error });
    throw error;
  }
}

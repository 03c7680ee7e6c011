import 'server-only';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import type { ByteRange, FileWriter, Storage } from './storage';

const readBytes = 256 * 1024;

/**
 * Files below `dataDir`: incoming ones under `incoming/`, complete ones under `files/`, spread over 256 folders.
 * A file becomes final by a rename after its bytes are on stable storage, so a complete one is never half there.
 */
export function diskStorage(dataDir: string): Storage {
  const incoming = (id: string) => path.join(dataDir, 'incoming', checked(id));
  const final = (id: string) => path.join(dataDir, 'files', shard(id), checked(id));

  return {
    begin: (id) => withSpace(async () => (await openMaking(incoming(id))).close()),

    openWriter: async (id) => diskWriter(await fs.open(incoming(id), 'r+').catch(missing)),

    finish: (id, sizeBytes) => withSpace(() => finish(incoming(id), final(id), sizeBytes)),

    read: async function* (id, range) {
      const file = await fs.open(final(id), 'r').catch(() => fs.open(incoming(id), 'r').catch(missing));
      try {
        yield* readRange(file, range);
      } finally {
        await file.close();
      }
    },

    remove: async (id) => {
      await Promise.all([fs.rm(incoming(id), { force: true }), fs.rm(final(id), { force: true })]);
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

async function openMaking(file: string): Promise<FileHandle> {
  return fs.open(file, 'w', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return fs.open(file, 'w', 0o600);
  });
}

function diskWriter(file: FileHandle): FileWriter {
  return {
    write: (batch, position) => withSpace(async () => (await file.writev(batch, position)).bytesWritten),
    sync: () => withSpace(() => file.datasync()),
    close: () => file.close(),
  };
}

async function finish(from: string, to: string, sizeBytes: number): Promise<void> {
  const file = await fs.open(from, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && (await fs.stat(to)).size === sizeBytes) return null; // done before a crash
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    if (size < sizeBytes) throw new Error(`${from} has ${size} bytes, ${sizeBytes} were acknowledged`);
    if (size > sizeBytes) await file.truncate(sizeBytes); // written but never acknowledged before a crash
    await file.datasync();
  } finally {
    await file.close();
  }
  await fs.mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await fs.rename(from, to);
  await syncFolder(path.dirname(to));
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

/** Reads ahead of the consumer by one buffer, so that disk and network work at the same time. */
async function* readRange(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const next = (position: number) => {
    const length = Math.min(readBytes, end - position + 1);
    return length > 0 ? file.read(Buffer.allocUnsafeSlow(length), 0, length, position) : null;
  };
  let position = start;
  let pending = next(position);
  try {
    while (pending) {
      const { bytesRead, buffer } = await pending;
      if (bytesRead === 0) throw new Error(`A file ended ${end - position + 1} bytes early.`);
      position += bytesRead;
      pending = next(position);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await pending?.catch(() => undefined); // the handle must not be closed under a read
  }
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new AppError('file.notFound', {}, { cause: error });
  throw error;
}

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

async function withSpace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (noSpace.has((error as NodeJS.ErrnoException).code ?? '')) {
      throw new AppError('storage.full', {}, { cause: error });
    }
    throw error;
  }
}

import 'server-only';
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '../port';
import { writeChunks } from '../workers/write-thread';
import { translated } from './translated';

type Allow = () => Promise<void>;

/** @param allow asked before a folder is made, which may be the wrong place */
export async function openIncoming(file: string, offset: number, allow: Allow): Promise<FileHandle> {
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
export function diskWriter(
  file: FileHandle,
  { offset, start = 0 }: { offset: number; start?: number },
): FileWriter {
  let written = offset;
  let isBroken = false;
  let writing: Promise<unknown> = Promise.resolve();
  /** Linux tells only once that written bytes were lost; the next sync succeeds without them. So one failure is final. */
  const sync = () =>
    translated(async () => {
      if (isBroken) throw new AppError('server.unavailable');
      await file.datasync().catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    });
  return {
    partBytes: null,
    write: (chunks, position) =>
      translated(async () => {
        const taking = writeChunks(file, chunks, position - start);
        writing = Promise.allSettled([writing, taking]).then(() => undefined);
        const taken = await taking;
        written = position + taken;
        return taken;
      }),
    settled: async () => {
      const reached = written;
      await sync();
      return reached;
    },
    sync,
    // Once it is closed its descriptor may be another file's, and a thread that still wrote to it would write there.
    close: async () => {
      await writing;
      await file.close();
    },
  };
}

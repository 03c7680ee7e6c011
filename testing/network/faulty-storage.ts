import { type FileWriter, type Storage, storeInSteps } from '@/lib/server/storage/port';

export const faults: {
  /** Bytes that still fit: the write that crosses the limit is short, the next one fails. */
  space: number | null;
  full: () => Error;
  bite: number | null;
  beforeFinish: (() => Promise<void> | void) | null;
  afterFinish: (() => Promise<void> | void) | null;
  /** Downloads fail after this many bytes. */
  readFailsAfter: number | null;
  openReads: number;
  opened: string[];
} = {
  space: null,
  full: () => new Error('set me'),
  bite: null,
  beforeFinish: null,
  afterFinish: null,
  readFailsAfter: null,
  openReads: 0,
  opened: [],
};

/** Takes all faults back, except what a full disk says. */
export const mend = (): void =>
  void Object.assign(faults, {
    ...{ space: null, bite: null, beforeFinish: null, afterFinish: null, readFailsAfter: null },
    ...{ openReads: 0, opened: [] },
  });

type DiskModule = typeof import('@/lib/server/storage/disk/disk-storage');

/** For `vi.mock` of the disk's storage. */
export async function faultyDisk(
  original: () => Promise<DiskModule>,
): Promise<Pick<DiskModule, 'diskStorage'>> {
  const { diskStorage } = await original();
  return { diskStorage: (...place) => faulty(diskStorage(...place)) };
}

function faulty(storage: Storage): Storage {
  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: async (id, offset, maxBytes, generation) => {
      faults.opened.push(id);
      return shortWriter(await storage.openWriter(id, offset, maxBytes, generation));
    },
    finish: async (id, sizeBytes, generation) => {
      await faults.beforeFinish?.();
      await storage.finish(id, sizeBytes, generation);
      await faults.afterFinish?.();
    },
  };
  return {
    ...storage,
    ...steps,
    storeWhole: (id, chunks) => storeInSteps(steps, id, chunks),
    read: async function* (id, range) {
      faults.openReads++;
      try {
        let sent = 0;
        for await (const part of storage.read(id, range)) {
          if (faults.readFailsAfter !== null && sent >= faults.readFailsAfter)
            throw new Error('the disk died');
          sent += part.length;
          yield part;
        }
      } finally {
        faults.openReads--;
      }
    },
  };
}

function shortWriter(writer: FileWriter): FileWriter {
  return {
    ...writer,
    write: async (chunks, position) => {
      if (faults.space === 0) throw faults.full();
      const most = faults.space ?? faults.bite;
      const written = await writer.write(
        most === null ? chunks : [Buffer.concat(chunks).subarray(0, most)],
        position,
      );
      if (faults.space !== null) faults.space -= written;
      return written;
    },
  };
}

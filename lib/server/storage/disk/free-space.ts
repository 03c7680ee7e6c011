import 'server-only';
import type { StatsFs } from 'node:fs';
import fs from 'node:fs/promises';
import { AppError } from '@/lib/contract/errors';
import type { DiskFloor } from '@/lib/server/config/kinds';
import { log } from '@/lib/server/log';
import { bytesIn } from '../chunks';
import type { FileWriter, Storage } from '../port';

const measurementMs = 1_000;
const quietMs = 3_600_000;

export function reserveFreeSpace(storage: Storage, folder: string, floor: DiskFloor): Storage {
  const freeSpace = trackFreeSpace(folder, floor);
  return {
    ...storage,
    checkFreeSpace: freeSpace.check,
    openWriter: async (...file) => {
      await freeSpace.check(0);
      return limitToFreeSpace(await storage.openWriter(...file), freeSpace);
    },
    storeWhole: async (fileId, chunks) => {
      await freeSpace.check(bytesIn(chunks));
      await storage.storeWhole(fileId, chunks);
      freeSpace.spend(bytesIn(chunks));
    },
  };
}

type FreeSpace = ReturnType<typeof trackFreeSpace>;

function trackFreeSpace(folder: string, floor: DiskFloor) {
  let leftBytes = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let wasFull = false;

  let measuring: Promise<void> | null = null;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const measure = async (): Promise<void> => {
    leftBytes = await bytesAbove(floor, folder);
    measuredAt = performance.now();
    const isFull = leftBytes < 0;
    if (isFull !== wasFull)
      log().warn({ leftBytes }, isFull ? 'uploads wait: see MIN_FREE_DISK' : 'uploads go on');
    wasFull = isFull;
  };
  return {
    check: async (bytes: number): Promise<void> => {
      if (performance.now() - measuredAt > measurementMs) {
        // All callers await the same measurement. Until the first one is done nothing counts as free.
        measuring ??= measure().finally(() => {
          measuring = null;
        });
        await measuring;
      }
      if (leftBytes >= bytes) return;
      if (performance.now() - warnedAt >= quietMs) {
        warnedAt = performance.now();
        log().warn({ leftBytes, bytes }, 'an upload is larger than the room above MIN_FREE_DISK');
      }
      throw new AppError('storage.full');
    },
    spend: (bytes: number): void => {
      leftBytes -= bytes;
    },
  };
}

/** File systems with a fixed number of files refuse new ones when these are used up, whatever bytes are free. */
const minFreeFiles = 1_000;

export const lacksFiles = ({ files, ffree }: StatsFs): boolean => files > 0 && ffree < minFreeFiles;

/** Counts a folder that can't be measured as empty: writing to it will report the error. */
export async function bytesAbove({ percent, bytes }: DiskFloor, folder: string): Promise<number> {
  const disk = await fs.statfs(folder).catch(() => null);
  if (!disk) return Number.POSITIVE_INFINITY;
  if (lacksFiles(disk)) return -1;
  const floorBytes = Math.min((disk.blocks * disk.bsize * percent) / 100, bytes);
  return disk.bavail * disk.bsize - floorBytes;
}

const limitToFreeSpace = (writer: FileWriter, freeSpace: FreeSpace): FileWriter => ({
  ...writer,
  write: async (chunks, position) => {
    await freeSpace.check(bytesIn(chunks));
    const taken = await writer.write(chunks, position);
    freeSpace.spend(taken);
    return taken;
  },
});

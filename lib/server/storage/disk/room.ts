import 'server-only';
import fs from 'node:fs/promises';
import { AppError } from '@/lib/contract/errors';
import type { DiskFloor } from '@/lib/server/config/disk-floor';
import { log } from '@/lib/server/log';
import { bytesIn } from '../chunks';
import type { FileWriter, Storage } from '../port';

/** How long an answer of the file system is used; what is written meanwhile is subtracted. */
const lookMs = 1_000;

/** A storage whose uploads leave the disk's floor free. Everything else about it stays. */
export function keepingFree(storage: Storage, folder: string, floor: DiskFloor): Storage {
  const room = diskRoom(folder, floor);
  return {
    ...storage,
    checkRoom: room.check,
    openWriter: async (...file) => {
      await room.check(0);
      return withinRoom(await storage.openWriter(...file), room);
    },
    storeWhole: async (fileId, chunks) => {
      await room.check(bytesIn(chunks));
      await storage.storeWhole(fileId, chunks);
      room.spend(bytesIn(chunks));
    },
  };
}

type Room = ReturnType<typeof diskRoom>;

function diskRoom(folder: string, floor: DiskFloor) {
  let leftBytes = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wasFull = false;

  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    leftBytes = await bytesAbove(floor, folder);
    lookedAt = performance.now();
    const isFull = leftBytes < 0;
    if (isFull !== wasFull)
      log().warn({ leftBytes }, isFull ? 'uploads wait: see MIN_FREE_DISK' : 'uploads go on');
    wasFull = isFull;
  };
  return {
    /** @throws storage.full when this many bytes more would not leave enough */
    check: async (bytes: number): Promise<void> => {
      if (performance.now() - lookedAt > lookMs) {
        // Others wait for the same look: until the first one is done nothing counts as free.
        looking ??= look().finally(() => {
          looking = null;
        });
        await looking;
      }
      if (leftBytes < bytes) throw new AppError('storage.full');
    },
    spend: (bytes: number): void => {
      leftBytes -= bytes;
    },
  };
}

/** A folder that can't be asked about is no full one: writing to it will tell what is wrong. */
export async function bytesAbove({ percent, bytes }: DiskFloor, folder: string): Promise<number> {
  const disk = await fs.statfs(folder).catch(() => null);
  if (!disk) return Number.POSITIVE_INFINITY;
  const floorBytes = Math.min((disk.blocks * disk.bsize * percent) / 100, bytes);
  return disk.bavail * disk.bsize - floorBytes;
}

const withinRoom = (writer: FileWriter, room: Room): FileWriter => ({
  ...writer,
  write: async (chunks, position) => {
    await room.check(bytesIn(chunks));
    const taken = await writer.write(chunks, position);
    room.spend(taken);
    return taken;
  },
});

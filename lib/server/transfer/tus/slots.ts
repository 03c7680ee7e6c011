import 'server-only';

/** What a batch is gathered in: memory that the threads for checksums and for writing see as well, used again for the next batch. */
export type Slot = Buffer;

/** A batch is handed out at 512 KiB, and the piece that fills it may be 64 KiB long. */
export const slotBytes = (512 + 64) * 1024;

/** How many are kept for later when a busy moment is over. */
const maxFree = 64;
const free: Slot[] = [];

export const takeSlot = (): Slot => free.pop() ?? Buffer.from(new SharedArrayBuffer(slotBytes));

export function returnSlot(slot: Slot): void {
  if (free.length < maxFree) free.push(slot);
}

import { parseBytes } from '@/lib/domain/units';

/** What uploads leave free of a disk: a part of it, but never more than `bytes`. */
export type DiskFloor = { percent: number; bytes: number };

/** Five per cent of a huge disk would be a waste. */
export const usualFloor: DiskFloor = { percent: 5, bytes: 10 * 1024 ** 3 };

/** Reads `3%` of the disk or a size; null when it is neither. */
export function parseFloor(text: string): DiskFloor | null {
  const [, amount] = /^\s*(\d{1,2}(?:\.\d+)?)\s*%\s*$/.exec(text) ?? [];
  if (amount !== undefined) return { percent: Number(amount), bytes: Number.POSITIVE_INFINITY };
  const bytes = parseBytes(text);
  return bytes === null ? null : { percent: 100, bytes };
}

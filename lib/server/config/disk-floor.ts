import { parseBytes } from '@/lib/domain/units';

/** Free space that uploads leave on a disk: `percent` of it, at most `bytes`. */
export type DiskFloor = { percent: number; bytes: number };

/** Capped, because five per cent of a huge disk would be a waste. */
export const defaultFloor: DiskFloor = { percent: 5, bytes: 10 * 1024 ** 3 };

export function parseFloor(text: string): DiskFloor | null {
  const [, amount] = /^\s*(\d{1,2}(?:\.\d+)?)\s*%\s*$/.exec(text) ?? [];
  if (amount !== undefined) return { percent: Number(amount), bytes: Number.POSITIVE_INFINITY };
  const bytes = parseBytes(text);
  return bytes === null ? null : { percent: 100, bytes };
}

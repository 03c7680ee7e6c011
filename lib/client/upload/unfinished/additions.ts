import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';
import { arrivalsAmong } from './arrivals';

export type Additions = { count: number; bytes: number };

export const noAdditions: Additions = { count: 0, bytes: 0 };

/**
 * By how much a share grows once uploads of the waiting files are created. All others count in the share already, and so does
 * one that it has in part: the same file again is the rest of it.
 */
export function additionsTo(
  share: { id: string; files: readonly ShareFile[] },
  items: readonly UploadItem[],
): Additions {
  const { begun } = arrivalsAmong(share);
  const added = items.filter(
    ({ state, path, filename, size }) =>
      state === 'waiting' && begun({ path, name: filename, size }).here.length === 0,
  );
  return { count: added.length, bytes: added.reduce((sum, { size }) => sum + size, 0) };
}

import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';
import { serverFilesOf } from './server-files';

export type Additions = { count: number; bytes: number };

export const noAdditions: Additions = { count: 0, bytes: 0 };

/**
 * Growth of a share by the waiting files. Others count in the share already, and so do partial files, which are
 * continued.
 */
export function additionsTo(
  share: { id: string; files: readonly ShareFile[] },
  items: readonly UploadItem[],
): Additions {
  const { findPartial: begun } = serverFilesOf(share);
  const added = items.filter(
    ({ state, path, filename, size }) =>
      state === 'waiting' && begun({ path, name: filename, size }).here.length === 0,
  );
  return { count: added.length, bytes: added.reduce((sum, { size }) => sum + size, 0) };
}

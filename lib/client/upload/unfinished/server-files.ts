import type { UploadItem } from '@/lib/client/upload/upload-item';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';

type FileLookup = { path: string; name: string; size: number };

export type ServerFiles = {
  /** URLs of partial files of this size: at the same path and name, and elsewhere. */
  findPartial: (wanted: FileLookup) => { here: string[]; elsewhere: string[] };
  isComplete: (wanted: FileLookup) => boolean;
};

type ServerFile = Pick<ShareFile, 'path' | 'filename' | 'size' | 'complete' | 'id'>;

export function serverFilesOf({ id, files }: { id: string; files: readonly ServerFile[] }): ServerFiles {
  const bySize = new Map<number, ServerFile[]>();
  for (const file of files) {
    if (file.complete) continue;
    const alike = bySize.get(file.size);
    if (alike) alike.push(file);
    else bySize.set(file.size, [file]);
  }
  const complete = new Set(files.filter((file) => file.complete).map(traitsOf));
  const urlOf = ({ id: fileId }: ServerFile) => fillPath(bytePaths.upload, { id, fileId });
  return {
    findPartial(wanted) {
      const alike = bySize.get(wanted.size) ?? [];
      const traits = lookupTraits(wanted);
      const isHere = (file: ServerFile) => traitsOf(file) === traits;
      return {
        here: alike.filter(isHere).map(urlOf),
        elsewhere: alike.filter((file) => !isHere(file)).map(urlOf),
      };
    },
    isComplete: (wanted) => complete.has(lookupTraits(wanted)),
  };
}

const traitsOf = ({ path, filename, size }: ServerFile) => JSON.stringify([path, filename, size]);

/** Compares cleaned names, because the server cleans them too. */
const lookupTraits = ({ path, name, size }: FileLookup) =>
  JSON.stringify([safeFolderPath(path), safeFileName(name), size]);

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
